/** Faults of the merchant's side: a guard that is not there, so that one shop sees or does what is another's, or a stranger's. */
import type { Mutant } from "../mutant.ts";

const isolation = ["test/isolation.test.ts"];

type Guard = Pick<Mutant, "id" | "what" | "file" | "search" | "replace"> & Partial<Mutant>;

/** A guard that is left out; the walk over all calls finds it unless it says otherwise. */
const left = (guard: Guard): Mutant => ({ kind: "trust", tests: isolation, ...guard });

/** The condition of a merchant, made one of all merchants. */
const ofMerchant = (column: string, value = "merchantId") => ({
  search: `.where("${column}", "=", ${value})`,
  replace: `.where("${column}", ">=", Math.min(${value}, 0))`,
});

const shops: readonly Mutant[] = [
  left({
    id: "invoice-of-another",
    what: "an invoice is found by its number alone",
    file: "src/server/merchant-api/invoice-store.ts",
    ...ofMerchant("merchant_id", "by.merchantId"),
    also: [
      { file: "src/server/merchant-api/invoice-store.ts", ...ofMerchant("o.merchant_id") },
      {
        file: "src/server/merchant-api/invoice-change-routes.ts",
        ...ofMerchant("merchant_id", "by.merchantId"),
      },
    ],
  }),
  left({
    id: "invoices-of-all",
    what: "the list of invoices has those of all shops",
    file: "src/server/merchant-api/invoice-conditions.ts",
    search: "[sql`merchant_id = ${m",
    replace: "[sql`merchant_id >= 0 * ${m",
  }),
  left({
    id: "payments-of-all",
    what: "payments are read of all shops",
    file: "src/server/merchant-api/payment-routes.ts",
    ...ofMerchant("a.merchant_id"),
  }),
  left({
    id: "quote-of-another",
    what: "the API reads a quote of any shop, as its page does",
    file: "src/server/quotes/quote-store.ts",
    search: ".$if(merchantId !== undefined,",
    replace: ".$if(merchantId === 0,",
  }),
  left({
    id: "repeating-of-another",
    what: "what repeats is found by its row alone",
    file: "src/server/recurring/recurring-store.ts",
    search: "where r.merchant_id = ${m",
    replace: "where r.merchant_id >= 0 * ${m",
  }),
  left({
    id: "return-of-another",
    what: "requests for returns are read of all shops",
    file: "src/server/return-requests/return-store.ts",
    ...ofMerchant("r.merchant_id"),
  }),
  left({
    id: "draft-of-another",
    what: "a draft is found by its id alone",
    file: "src/server/merchant-api/draft-store.ts",
    search: `    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .$if(lock`,
    replace: `    .where("merchant_id", ">=", Math.min(merchantId, 0))
    .where("id", "=", id)
    .$if(lock`,
  }),
  left({
    id: "endpoint-of-another",
    what: "a webhook's address is found by its row alone",
    file: "src/server/webhooks/endpoint-store.ts",
    search: `    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)`,
    replace: `    .where("merchant_id", ">=", Math.min(merchantId, 0))
    .where("id", "=", id)`,
  }),
  left({
    id: "event-of-another",
    what: "an event is found by its id alone",
    file: "src/server/events/event-store.ts",
    search: `    .where("e.public_id", "=", publicId)
    .where("e.merchant_id", "=", merchantId)`,
    replace: `    .where("e.public_id", "=", publicId)
    .where("e.merchant_id", ">=", Math.min(merchantId, 0))`,
    // The walk would wait for a stream that never ends.
    tests: ["src/server/events/events.test.ts"],
  }),
  left({
    id: "picture-borrowed",
    what: "an invoice shows another shop's picture",
    file: "src/server/merchant-api/own-images.ts",
    ...ofMerchant("merchant_id"),
  }),
  left({
    id: "file-borrowed",
    what: "an invoice sells another shop's file",
    file: "src/server/digital/digital-file-store.ts",
    search: `    .where("merchant_id", "=", merchantId)
    .where("id", "in",`,
    replace: `    .where("merchant_id", ">=", Math.min(merchantId, 0))
    .where("id", "in",`,
  }),
  left({
    id: "client-of-another",
    what: "a client is found, and merged into one's own, by its row alone",
    file: "src/server/merchant-api/client-store.ts",
    ...ofMerchant("e.merchant_id"),
    also: [
      {
        file: "src/server/merchant-api/client-changes.ts",
        search: "as entry from clients\n    where merchant_id = ${m",
        replace: "as entry from clients\n    where merchant_id >= 0 * ${m",
      },
    ],
  }),
  left({
    id: "refunds-exported-of-all",
    what: "an export has the refunds of all shops",
    file: "src/server/exports/payment-tables.ts",
    search: "sql`r.merchant_id = ${s",
    replace: "sql`r.merchant_id >= 0 * ${s",
  }),
  left({
    id: "clients-searched-of-all",
    what: "the search finds clients of all shops",
    file: "src/server/search/find.ts",
    search: "from clients where merchant_id = ${m",
    replace: "from clients where merchant_id >= 0 * ${m",
    tests: ["src/server/search/search.test.ts"],
  }),
  left({
    id: "paylink-number-of-another",
    what: "Paylink's calls find an invoice by its number alone",
    file: "src/server/paylink-api/paylink-store.ts",
    search: `    .where("merchant_id", "=", merchantId)
    .where("transaction_no",`,
    replace: `    .where("merchant_id", ">=", Math.min(merchantId, 0))
    .where("transaction_no",`,
    tests: ["src/server/paylink-api/paylink-api.test.ts"],
  }),
];

const callers: readonly Mutant[] = [
  left({
    id: "scope-unasked",
    what: "a key may do what its scopes do not say",
    file: "src/server/merchant-api/authenticate.ts",
    search: "if (needed !== null && !merchant.scopes.includes(needed))",
    replace: "if (needed !== null && merchant.scopes.length === 0)",
    tests: ["src/server/merchant-api/scopes.test.ts"],
  }),
  left({
    id: "revoked-key",
    what: "a revoked key is good",
    file: "src/server/merchant-api/api-merchant.ts",
    search: "where k.revoked_at is null and (",
    replace: "where (",
    tests: ["src/server/merchant-api/key-routes.test.ts"],
  }),
  left({
    id: "paylink-token-unsigned",
    what: "a token of Paylink's calls is good without our signature",
    file: "src/server/paylink-api/token.ts",
    search: "isOurs: () => isSigned && ",
    replace: "isOurs: () => (isSigned || signature.length > 3) && ",
    tests: ["src/server/paylink-api/token.test.ts"],
  }),
  left({
    id: "unseen-state",
    what: "a change is made whatever state its caller has seen",
    file: "src/server/merchant-api/etag.ts",
    search: 'if (!tags.includes("*") && !tags.includes(etagOf(model)))',
    replace: 'if (!tags.includes("*") && etagOf(model) === "")',
    tests: ["src/server/issuing/edit-order.test.ts"],
  }),
  left({
    id: "draft-unseen",
    what: "a draft is replaced without If-Match",
    file: "src/server/merchant-api/invoice-draft-routes.ts",
    search: 'requireMatch(request, await loadDraft(trx, by, "locked"));',
    replace: 'await loadDraft(trx, by, "locked");',
    tests: ["src/server/merchant-api/invoice-drafts.test.ts"],
  }),
  left({
    id: "key-of-two-shops",
    kind: "books",
    what: "an idempotency key of one shop answers another's call",
    file: "src/server/merchant-api/idempotency.ts",
    search: "on k.merchant_id = $2 and k.key = $3",
    replace: "on k.merchant_id >= least($2::bigint, 0) and k.key = $3",
    tests: ["src/server/merchant-api/idempotency.test.ts"],
  }),
  left({
    id: "key-of-other-content",
    kind: "books",
    what: "an idempotency key answers a call of other content",
    file: "src/server/merchant-api/idempotency.ts",
    search: "if (!requestHash.equals(row.request_hash))",
    replace: "if (requestHash.length !== row.request_hash.length)",
    tests: ["src/server/merchant-api/idempotency.test.ts"],
  }),
  left({
    id: "confirmation-of-another-call",
    what: "a confirmation of one refund confirms another",
    file: "src/server/mcp/tool-confirmation.ts",
    search: "canonicalJson(wish), ...facts]",
    replace: 'canonicalJson(wish).slice(0, 1) + "}", ...facts]',
    tests: ["src/server/mcp/mcp.test.ts"],
  }),
  left({
    id: "confirmation-of-another-key",
    what: "a confirmation that one key was given is good for another",
    file: "src/server/mcp/tool-confirmation.ts",
    search: "[String(keyId), tool,",
    replace: '[String(keyId).slice(0, 0) + "key", tool,',
    tests: ["src/server/mcp/mcp.test.ts"],
  }),
  left({
    id: "confirmation-for-ever",
    what: "a confirmation never ends",
    file: "src/server/mcp/tool-confirmation.ts",
    search: "|| Number(end) <= clock.now())",
    replace: "|| Number(end) > clock.now() * 2)",
    tests: ["src/server/mcp/mcp.test.ts"],
  }),
  left({
    id: "person-unasked",
    what: "a person's no is taken for a yes",
    file: "src/server/mcp/mcp-server.ts",
    search: 'agreed?.["confirm"] !== true',
    replace: 'agreed?.["confirm"] === undefined',
    tests: ["src/server/mcp/mcp.test.ts"],
  }),
];

const receivers: readonly Mutant[] = [
  left({
    id: "private-webhook",
    what: "the name of a webhook's address may lead into the operator's network",
    file: "src/server/webhooks/webhook-client.ts",
    search: "lookup: isPublicOnly ? publicOnly(lookup) : lookup,",
    replace: 'lookup: lookup.name === "never" ? publicOnly(lookup) : lookup,',
    tests: ["src/server/webhooks/webhook-client.test.ts"],
  }),
  left({
    id: "one-address-judged",
    what: "of the addresses of a name only the first is judged",
    file: "src/server/http/public-address.ts",
    search: "addresses.some(({ address }) => isPrivateAddress(address))",
    replace: "isPrivateAddress(first.address)",
    tests: ["src/server/webhooks/webhook-client.test.ts"],
  }),
  left({
    id: "mapped-address",
    what: "an address of IPv4 inside one of IPv6 counts as public",
    file: "src/server/http/public-address.ts",
    search: '  "64:ff9b::/96",\n',
    replace: "",
    tests: ["src/server/http/public-address.test.ts"],
  }),
  left({
    id: "private-provider",
    what: "an account that a merchant stored may lead into the operator's network",
    file: "src/methods/registry.ts",
    search: "{ ports: publicOnly(ports), money }",
    replace: "{ ports: publicOnly.length > 1 ? publicOnly(ports) : ports, money }",
    tests: ["src/server/payments/provider-directory.test.ts"],
  }),
  left({
    id: "shared-connections",
    what: "a connection to a private host is used for a request to public ones alone",
    file: "src/server/http/http-client.ts",
    search: "return isPublicOnly ? toPublic : toAny;",
    replace: "return isPublicOnly && byCertificate.size > maxCertificates ? toPublic : toAny;",
    tests: ["src/server/http/public-address.test.ts"],
  }),
  left({
    id: "inner-name",
    what: "an account of a merchant's may be at a name of an inner network",
    file: "src/methods/account-settings.ts",
    search: "&& !innerNames.test(url.hostname)",
    replace: "&& !innerNames.test(url.search)",
    tests: ["src/methods/account-addresses.test.ts"],
  }),
  left({
    id: "other-time-signed",
    what: "the time that a webhook states is not the one that is signed",
    file: "src/server/webhooks/signature.ts",
    search: '"webhook-timestamp": timestamp,',
    replace: '"webhook-timestamp": String(Number(timestamp) + 1),',
    tests: ["src/server/webhooks/webhooks.test.ts"],
  }),
  left({
    id: "host-of-a-stranger",
    what: "a buyer is sent back to a host that is not the shop's",
    file: "src/server/merchant-api/issue-invoice.ts",
    search: "returnUrlRule(environmentOf(services.config.environment, merchant), merchant.redirectHosts)",
    replace:
      'returnUrlRule(merchant.id > 0 ? "test" : environmentOf(services.config.environment, merchant), merchant.redirectHosts)',
    tests: ["src/server/merchant-api/invoice-input.test.ts", "test/return-address.test.ts"],
  }),
];

/** Every guard of the merchant's side that is planted away. */
export const merchants: readonly Mutant[] = [...shops, ...callers, ...receivers];
