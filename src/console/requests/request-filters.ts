/** How the request log is narrowed down. */
export type RequestFilters = { readonly key?: number; readonly show?: "refused" };

/** Reads the filters of an address. */
export function readRequestFilters({ key, show }: Readonly<Record<string, unknown>>): RequestFilters {
  return {
    ...(typeof key === "number" && Number.isInteger(key) && key > 0 && { key }),
    ...(show === "refused" && { show }),
  };
}
