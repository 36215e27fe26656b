/** Where a buyer may be sent: only to the pages of the provider itself, whatever an answer says (Spec 4). */

/**
 * Whether an address is a page of the provider: http(s) on one of these origins, without a name or password in it.
 * @param origins such as "https://checkout.tabby.sa"
 */
export function isProviderAddress(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "" && origins.includes(url.origin);
}
