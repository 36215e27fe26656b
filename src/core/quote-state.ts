/** What a quote can be: open until its day, and then decided by its buyer or its shop, or not at all. */
export const quoteStates = ["open", "expired", "accepted", "declined", "withdrawn"] as const;

export type QuoteState = (typeof quoteStates)[number];
