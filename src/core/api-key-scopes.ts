/** What an API key may do. A key has one or more of these; which call needs which is a table of the merchant API. */
export const apiKeyScopes = ["read", "issue", "refund", "manage"] as const;

/**
 * `read`: looks at everything that is sold. `issue`: sells: invoices, products, links, coupons. `refund`: gives money
 * back, and records what came without us. `manage`: the account itself: its data, theme, accounts at providers and API keys.
 */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** What a shop's own server needs. */
export const usualScopes: readonly ApiKeyScope[] = ["read", "issue", "refund"];
