/** How the request log is narrowed down. */
export type RequestFilters = {
  readonly key?: number;
  readonly show?: "refused";
  /** Number of the invoice that they were about. */
  readonly order?: string;
};

/** Reads the filters of an address. */
export function readRequestFilters({ key, show, order }: Readonly<Record<string, unknown>>): RequestFilters {
  return {
    ...(typeof key === "number" && Number.isInteger(key) && key > 0 && { key }),
    ...(show === "refused" && { show }),
    ...(typeof order === "string" && order !== "" && { order: order.slice(0, 40) }),
  };
}
