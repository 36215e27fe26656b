/** The address of a link that writes a mail. Signs such as "#" and "?" are allowed before the "@", and would end it (RFC 6068). */
export function mailLink(email: string): string {
  return `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;
}
