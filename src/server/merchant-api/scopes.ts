/**
 * What each call of the merchant API needs: the scope of an API key, and the permission of a person in the console. A call
 * that is not in the table cannot be mounted.
 */
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import type { Permission } from "#core/roles.ts";

export type CallRight = {
  /** Of a key; null: no key may, since the call is about the person who is signed in. */
  readonly scope: ApiKeyScope | null;
  /** Of a person in the shop that the request names; null: any person who is signed in, and no shop is named. */
  readonly may: Permission | null;
  /** The person must have proven who it is a short while ago (`personProofMs`). */
  readonly isProvenAgain?: true;
};

export const rightOfCall: Readonly<Record<string, CallRight>> = {
  "GET /api/v1/me": { scope: null, may: null },
  "PATCH /api/v1/me": { scope: null, may: null },
  "GET /api/v1/me/sessions": { scope: null, may: null },
  "DELETE /api/v1/me/sessions/:sessionId": { scope: null, may: null },
  "POST /api/v1/me/sessions/end-others": { scope: null, may: null },
  "GET /api/v1/me/passkeys": { scope: null, may: null },
  "PATCH /api/v1/me/passkeys/:passkeyId": { scope: null, may: null },
  "DELETE /api/v1/me/passkeys/:passkeyId": { scope: null, may: null, isProvenAgain: true },
  "DELETE /api/v1/me/authenticator": { scope: null, may: null, isProvenAgain: true },
  "GET /api/v1/me/push": { scope: null, may: "payments.read" },
  "POST /api/v1/me/push": { scope: null, may: "payments.read" },
  "DELETE /api/v1/me/push/:deviceId": { scope: null, may: "payments.read" },
  "GET /api/v1/roles": { scope: null, may: null },
  "GET /api/v1/team": { scope: null, may: "team.manage" },
  "PATCH /api/v1/team/:personId": { scope: null, may: "team.manage", isProvenAgain: true },
  "DELETE /api/v1/team/:personId": { scope: null, may: "team.manage", isProvenAgain: true },
  "POST /api/v1/team/:personId/end-sessions": { scope: null, may: "team.manage" },
  "POST /api/v1/team/invitations": { scope: null, may: "team.manage", isProvenAgain: true },
  "DELETE /api/v1/team/invitations/:invitationId": { scope: null, may: "team.manage" },
  "GET /api/v1/audit": { scope: null, may: "audit.read" },
  "GET /api/v1/audit/check": { scope: null, may: "audit.read" },
  "GET /api/v1/list-views": { scope: null, may: "invoices.read" },
  // What all colleagues see needs the permission to arrange the shop's pages, too (list-view-routes.ts).
  "PUT /api/v1/list-views/:viewId": { scope: null, may: "invoices.read" },
  "DELETE /api/v1/list-views/:viewId": { scope: null, may: "invoices.read" },
  "POST /api/v1/invoices": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/invoices": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber/views": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber/webhook-deliveries": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber/pdf": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber/qr": { scope: "read", may: "invoices.read" },
  "PATCH /api/v1/invoices/:orderNumber": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoices/:orderNumber/reissue": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoices/:orderNumber/cancel": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoices/:orderNumber/complete": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoice-drafts": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/invoice-drafts": { scope: "read", may: "invoices.issue" },
  "GET /api/v1/invoice-drafts/:draftId": { scope: "read", may: "invoices.issue" },
  "PUT /api/v1/invoice-drafts/:draftId": { scope: "issue", may: "invoices.issue" },
  "DELETE /api/v1/invoice-drafts/:draftId": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoice-drafts/:draftId/page": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoice-drafts/:draftId/issue": { scope: "issue", may: "invoices.issue" },
  // Its word alone makes an invoice paid: no shop's server needs it, and who stands at the counter does.
  "POST /api/v1/invoices/:orderNumber/payments": { scope: "refund", may: "payments.record" },
  "POST /api/v1/recurring-invoices": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/recurring-invoices": { scope: "read", may: "invoices.read" },
  "GET /api/v1/recurring-invoices/:recurringId": { scope: "read", may: "invoices.read" },
  "PATCH /api/v1/recurring-invoices/:recurringId": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/recurring-invoices/:recurringId/pause": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/recurring-invoices/:recurringId/resume": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/recurring-invoices/:recurringId/skip": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/recurring-invoices/:recurringId/end": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/quotes": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/quotes": { scope: "read", may: "invoices.read" },
  "GET /api/v1/quotes/:quoteNumber": { scope: "read", may: "invoices.read" },
  "GET /api/v1/quotes/:quoteNumber/pdf": { scope: "read", may: "invoices.read" },
  "POST /api/v1/quotes/:quoteNumber/accept": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/quotes/:quoteNumber/withdraw": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/quotes/:quoteNumber/messages": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/quotes/:quoteNumber/messages": { scope: "read", may: "invoices.read" },
  "POST /api/v1/invoices/:orderNumber/refunds": { scope: "refund", may: "refunds.make", isProvenAgain: true },
  // It moves no money: the shop has given it back already.
  "POST /api/v1/payments/:paymentId/surplus-refund": { scope: "refund", may: "refunds.make" },
  "GET /api/v1/invoices/:orderNumber/refunds": { scope: "read", may: "payments.read" },
  "GET /api/v1/invoices/:orderNumber/deliveries": { scope: "read", may: "invoices.read" },
  "POST /api/v1/invoices/:orderNumber/deliveries": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/invoices/:orderNumber/messages": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/invoices/:orderNumber/messages": { scope: "read", may: "invoices.read" },
  "GET /api/v1/invoices/:orderNumber/messages/sms-preview": { scope: "read", may: "invoices.read" },
  "GET /api/v1/messages": { scope: "read", may: "invoices.read" },
  "GET /api/v1/messages/:messageId": { scope: "read", may: "invoices.read" },
  "GET /api/v1/messages/settings": { scope: "read", may: "shop.read" },
  "PUT /api/v1/messages/settings": { scope: "manage", may: "theme.manage" },
  "GET /api/v1/messages/texts": { scope: "read", may: "shop.read" },
  "PUT /api/v1/messages/texts/:kind/:channel/:language": { scope: "manage", may: "theme.manage" },
  "DELETE /api/v1/messages/texts/:kind/:channel/:language": { scope: "manage", may: "theme.manage" },
  "POST /api/v1/messages/texts/preview": { scope: "read", may: "invoices.read" },
  // Who sends an invoice sees by which channels; the address with its secret is for those who manage the accounts.
  "GET /api/v1/messages/accounts": { scope: "manage", may: "invoices.issue" },
  "PUT /api/v1/messages/accounts/:channel": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "DELETE /api/v1/messages/accounts/:channel": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "GET /api/v1/refund-approvals": { scope: "read", may: "refunds.make" },
  "GET /api/v1/refund-approvals/:approvalId": { scope: "read", may: "refunds.make" },
  "POST /api/v1/refund-approvals/:approvalId/withdraw": { scope: "refund", may: "refunds.make" },
  // A second person, whom no key stands for.
  "POST /api/v1/refund-approvals/:approvalId/approve": {
    scope: null,
    may: "refunds.approve",
    isProvenAgain: true,
  },
  "POST /api/v1/refund-approvals/:approvalId/refuse": { scope: null, may: "refunds.approve" },
  "GET /api/v1/refund-limits": { scope: "read", may: "refunds.make" },
  "PUT /api/v1/refund-limits": { scope: null, may: "shop.manage", isProvenAgain: true },
  // An answer moves no money: the refund behind it asks for its own right and proof.
  "GET /api/v1/return-requests": { scope: "read", may: "invoices.read" },
  "GET /api/v1/return-requests/:requestId": { scope: "read", may: "invoices.read" },
  "POST /api/v1/return-requests/:requestId/answer": { scope: "refund", may: "refunds.make" },
  "GET /api/v1/refunds": { scope: "read", may: "payments.read" },
  "GET /api/v1/refunds/:refundId": { scope: "read", may: "payments.read" },
  "GET /api/v1/payments": { scope: "read", may: "payments.read" },
  "GET /api/v1/payments/:paymentId": { scope: "read", may: "payments.read" },
  "GET /api/v1/payments/:paymentId/evidence": { scope: "read", may: "customers.export", isProvenAgain: true },
  "GET /api/v1/tax-documents": { scope: "read", may: "reports.read" },
  "GET /api/v1/tax-documents/archive": { scope: "read", may: "reports.read" },
  "GET /api/v1/tax-documents/:number": { scope: "read", may: "reports.read" },
  "GET /api/v1/tax-documents/:number/xml": { scope: "read", may: "reports.read" },
  "POST /api/v1/invoices/:orderNumber/debit-notes": { scope: "issue", may: "tax_documents.issue" },
  "POST /api/v1/tax-documents/:number/correct": { scope: "issue", may: "tax_documents.issue" },
  "POST /api/v1/tax-documents/:number/credit": { scope: "issue", may: "tax_documents.issue" },
  "GET /api/v1/tax-units": { scope: "read", may: "reports.read" },
  "POST /api/v1/tax-units/retry": { scope: "issue", may: "tax_documents.issue" },
  // With a code that the owner makes in the authority's portal: whose documents are stamped is decided there.
  "POST /api/v1/tax-units/onboard": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "POST /api/v1/tax-units/renew": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "POST /api/v1/search": { scope: "read", may: "invoices.read" },
  "GET /api/v1/home": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/vat": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/sales": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/reconciliation": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/close": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/funnel": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/fees": { scope: "read", may: "reports.read" },
  "GET /api/v1/reports/due": { scope: "read", may: "reports.read" },
  "GET /api/v1/account-terms": { scope: "read", may: "reports.read" },
  "PUT /api/v1/account-terms/:method": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "GET /api/v1/exports/payments": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/refunds": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/invoices": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/invoices/count": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/tax-documents": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/vat": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/fees": { scope: "read", may: "reports.read" },
  "GET /api/v1/exports/statement": { scope: "read", may: "customers.export" },
  "GET /api/v1/exports/clients": { scope: "read", may: "customers.export", isProvenAgain: true },
  "GET /api/v1/clients": { scope: "read", may: "customers.read" },
  "POST /api/v1/clients": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/clients/:clientId": { scope: "read", may: "customers.read" },
  "PATCH /api/v1/clients/:clientId": { scope: "issue", may: "invoices.issue" },
  "POST /api/v1/clients/:clientId/merge": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/clients/:clientId/statement": { scope: "read", may: "customers.read" },
  "GET /api/v1/clients/:clientId/statement/pdf": { scope: "read", may: "customers.export" },
  "GET /api/v1/agreements": { scope: "read", may: "shop.read" },
  "POST /api/v1/agreements": { scope: "manage", may: "theme.manage" },
  "PUT /api/v1/agreements/standard": { scope: "manage", may: "theme.manage" },
  "GET /api/v1/agreements/:version": { scope: "read", may: "shop.read" },
  "GET /api/v1/events": { scope: "read", may: "reports.read" },
  "GET /api/v1/events/stream": { scope: "read", may: "invoices.read" },
  "GET /api/v1/events/:eventId": { scope: "read", may: "reports.read" },
  "POST /api/v1/webhook-endpoints": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "GET /api/v1/webhook-endpoints": { scope: "manage", may: "developer.manage" },
  "GET /api/v1/webhook-endpoints/:endpointId": { scope: "manage", may: "developer.manage" },
  "PATCH /api/v1/webhook-endpoints/:endpointId": {
    scope: "manage",
    may: "developer.manage",
    isProvenAgain: true,
  },
  "DELETE /api/v1/webhook-endpoints/:endpointId": {
    scope: "manage",
    may: "developer.manage",
    isProvenAgain: true,
  },
  "POST /api/v1/webhook-endpoints/:endpointId/rotate-secret": {
    scope: "manage",
    may: "developer.manage",
    isProvenAgain: true,
  },
  "POST /api/v1/webhook-endpoints/:endpointId/test": {
    scope: "manage",
    may: "developer.manage",
    isProvenAgain: true,
  },
  "POST /api/v1/webhook-endpoints/:endpointId/replay": {
    scope: "manage",
    may: "developer.manage",
    isProvenAgain: true,
  },
  "GET /api/v1/webhook-endpoints/:endpointId/deliveries": { scope: "manage", may: "developer.manage" },
  "POST /api/v1/digital-files": { scope: "issue", may: "products.manage" },
  "POST /api/v1/images": { scope: "issue", may: "products.manage" },
  "GET /api/v1/images/:imageId": { scope: "read", may: "shop.read" },
  "POST /api/v1/products": { scope: "issue", may: "products.manage" },
  "GET /api/v1/products": { scope: "read", may: "shop.read" },
  "GET /api/v1/products/:productId": { scope: "read", may: "shop.read" },
  "PATCH /api/v1/products/:productId": { scope: "issue", may: "products.manage" },
  "POST /api/v1/product-links": { scope: "issue", may: "products.manage" },
  "GET /api/v1/product-links": { scope: "read", may: "shop.read" },
  "GET /api/v1/product-links/:linkIdentity": { scope: "read", may: "shop.read" },
  "POST /api/v1/product-links/:linkIdentity/prefill": { scope: "issue", may: "invoices.issue" },
  "GET /api/v1/product-links/:linkIdentity/qr": { scope: "read", may: "shop.read" },
  "PATCH /api/v1/product-links/:linkIdentity": { scope: "issue", may: "products.manage" },
  "POST /api/v1/coupons": { scope: "issue", may: "products.manage" },
  "GET /api/v1/coupons": { scope: "read", may: "shop.read" },
  "GET /api/v1/coupons/:couponId": { scope: "read", may: "shop.read" },
  "PATCH /api/v1/coupons/:couponId": { scope: "issue", may: "products.manage" },
  "GET /api/v1/theme": { scope: "read", may: "shop.read" },
  "PUT /api/v1/theme": { scope: "manage", may: "theme.manage" },
  "GET /api/v1/theme/versions": { scope: "read", may: "shop.read" },
  "POST /api/v1/theme/versions/:version/restore": { scope: "manage", may: "theme.manage" },
  "POST /api/v1/theme/preview": { scope: "read", may: "theme.manage" },
  "GET /api/v1/theme/fonts": { scope: "read", may: "shop.read" },
  "POST /api/v1/buyers/erase": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "GET /api/v1/merchant": { scope: "read", may: "shop.read" },
  "PATCH /api/v1/merchant": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "POST /api/v1/merchant/test-world": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "GET /api/v1/merchant/numbering": { scope: "read", may: "shop.read" },
  "PUT /api/v1/merchant/numbering": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "GET /api/v1/merchant/logo": { scope: "read", may: "shop.read" },
  "PUT /api/v1/merchant/logo": { scope: "manage", may: "theme.manage" },
  "DELETE /api/v1/merchant/logo": { scope: "manage", may: "theme.manage" },
  "GET /api/v1/merchant/return-secret": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "PUT /api/v1/merchant/return-secret": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "POST /api/v1/keys": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "GET /api/v1/keys": { scope: "manage", may: "developer.manage" },
  "POST /api/v1/keys/:keyId/exchange": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "POST /api/v1/keys/:keyId/revoke": { scope: "manage", may: "developer.manage", isProvenAgain: true },
  "GET /api/v1/requests": { scope: "manage", may: "developer.manage" },
  "GET /api/v1/accounts": { scope: "manage", may: "shop.manage" },
  "PUT /api/v1/accounts/:method": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "PUT /api/v1/accounts/:method/limits": { scope: "manage", may: "shop.manage", isProvenAgain: true },
  "POST /api/v1/accounts/:method/try": { scope: "manage", may: "shop.manage" },
  "DELETE /api/v1/accounts/:method": { scope: "manage", may: "shop.manage", isProvenAgain: true },
};

/**
 * What a route needs; HEAD is a GET without its body.
 * @throws Error when the table has no row for it: adding a call includes that decision
 */
export function rightOfRoute(route: { readonly method: string; readonly url: string }): CallRight {
  const method = route.method === "HEAD" ? "GET" : route.method;
  const right = rightOfCall[`${method} ${route.url}`];
  if (right === undefined) throw new Error(`${method} ${route.url} has no row in merchant-api/scopes.ts`);
  return right;
}

/**
 * The scope that a route needs.
 * @throws Error when the table has no row for it, or none for keys
 */
export function scopeOfRoute(route: { readonly method: string; readonly url: string }): ApiKeyScope {
  const { scope } = rightOfRoute(route);
  if (scope === null) throw new Error(`${route.method} ${route.url} is not for keys`);
  return scope;
}
