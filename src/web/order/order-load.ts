/** One request asks for its order once: for its headers, which leave first, and for its content. */
import type { LoadedOrder } from "#contract/pages.ts";
import type { PageContext } from "../page.ts";

const loads = new WeakMap<PageContext["request"], Promise<LoadedOrder | null>>();

/** The order of a page's request; `input` is what stood in the address, the same for every call of one request. */
export function loadOrderOnce(
  { request, services }: PageContext,
  input: string,
): Promise<LoadedOrder | null> {
  const loading = loads.get(request) ?? services.loadOrder(input, request.emailProofCookie);
  loads.set(request, loading);
  return loading;
}
