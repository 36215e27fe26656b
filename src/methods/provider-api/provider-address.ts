/** Where a buyer may be sent: only to the pages of the provider itself, whatever an answer says (Spec 4). */

/**
 * Whether an address is a page of the provider: http(s) at one of these origins, without a name or password in it.
 * @param pages addresses of the provider's pages, of which the origin counts: an account may state its host with a path, or with capitals
 */
export function isProviderAddress(address: string, pages: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "" || !/^https?:$/.test(url.protocol))
    return false;
  return pages.some((page) => URL.parse(page)?.origin === url.origin);
}
