/** An e-mail address that its owner knows again, on a page that others may open with the order's number. */

/** "noura@example.com" is "n•••@example.com". */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = Array.from(address);
  return at < 1 ? "•••" : `${first}•••${address.slice(at)}`;
}
