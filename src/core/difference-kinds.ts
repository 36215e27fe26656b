/** How our books and a provider's can differ about one payment; the database holds the same list. */
export const differenceKinds = [
  "payment_unknown_to_us",
  "payment_unknown_to_provider",
  "payment_amount",
  "refund_unknown_to_us",
  "refund_unknown_to_provider",
  "refund_amount",
  "currency",
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];
