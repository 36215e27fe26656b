/** Which scope of an API key each call of the merchant API needs. A call that is not in the table cannot be mounted. */
import type { ApiKeyScope } from "#core/api-key-scopes.ts";

export const scopeOfCall: Readonly<Record<string, ApiKeyScope>> = {
  "POST /api/v1/invoices": "issue",
  "GET /api/v1/invoices": "read",
  "GET /api/v1/invoices/:orderNumber": "read",
  "POST /api/v1/invoices/:orderNumber/cancel": "issue",
  "POST /api/v1/invoices/:orderNumber/complete": "issue",
  "POST /api/v1/invoices/:orderNumber/refunds": "refund",
  "GET /api/v1/invoices/:orderNumber/refunds": "read",
  "GET /api/v1/invoices/:orderNumber/deliveries": "read",
  "POST /api/v1/invoices/:orderNumber/deliveries": "issue",
  "GET /api/v1/refunds": "read",
  "GET /api/v1/refunds/:refundId": "read",
  "GET /api/v1/payments": "read",
  "GET /api/v1/payments/:paymentId": "read",
  "GET /api/v1/tax-documents": "read",
  "GET /api/v1/tax-documents/archive": "read",
  "GET /api/v1/tax-documents/:number": "read",
  "GET /api/v1/tax-documents/:number/xml": "read",
  "POST /api/v1/invoices/:orderNumber/debit-notes": "issue",
  "POST /api/v1/tax-documents/:number/correct": "issue",
  "GET /api/v1/clients": "read",
  "GET /api/v1/clients/:clientId": "read",
  "PATCH /api/v1/clients/:clientId": "issue",
  "GET /api/v1/agreements": "read",
  "GET /api/v1/agreements/:version": "read",
  "GET /api/v1/events": "read",
  "GET /api/v1/events/:eventId": "read",
  "POST /api/v1/webhook-endpoints": "manage",
  "GET /api/v1/webhook-endpoints": "manage",
  "GET /api/v1/webhook-endpoints/:endpointId": "manage",
  "PATCH /api/v1/webhook-endpoints/:endpointId": "manage",
  "DELETE /api/v1/webhook-endpoints/:endpointId": "manage",
  "POST /api/v1/webhook-endpoints/:endpointId/rotate-secret": "manage",
  "POST /api/v1/webhook-endpoints/:endpointId/test": "manage",
  "POST /api/v1/webhook-endpoints/:endpointId/replay": "manage",
  "GET /api/v1/webhook-endpoints/:endpointId/deliveries": "manage",
  "POST /api/v1/digital-files": "issue",
  "POST /api/v1/images": "issue",
  "POST /api/v1/products": "issue",
  "GET /api/v1/products": "read",
  "GET /api/v1/products/:productId": "read",
  "PATCH /api/v1/products/:productId": "issue",
  "POST /api/v1/product-links": "issue",
  "GET /api/v1/product-links": "read",
  "GET /api/v1/product-links/:linkIdentity": "read",
  "PATCH /api/v1/product-links/:linkIdentity": "issue",
  "POST /api/v1/coupons": "issue",
  "GET /api/v1/coupons": "read",
  "GET /api/v1/coupons/:couponId": "read",
  "PATCH /api/v1/coupons/:couponId": "issue",
  "GET /api/v1/theme": "read",
  "PUT /api/v1/theme": "manage",
  "POST /api/v1/buyers/erase": "manage",
  "GET /api/v1/merchant": "read",
  "PATCH /api/v1/merchant": "manage",
  "GET /api/v1/merchant/numbering": "read",
  "PUT /api/v1/merchant/numbering": "manage",
  "GET /api/v1/merchant/logo": "read",
  "PUT /api/v1/merchant/logo": "manage",
  "DELETE /api/v1/merchant/logo": "manage",
  "GET /api/v1/merchant/return-secret": "manage",
  "PUT /api/v1/merchant/return-secret": "manage",
  "POST /api/v1/keys": "manage",
  "GET /api/v1/keys": "manage",
  "POST /api/v1/keys/:keyId/exchange": "manage",
  "POST /api/v1/keys/:keyId/revoke": "manage",
  "GET /api/v1/accounts": "manage",
  "PUT /api/v1/accounts/:method": "manage",
  "DELETE /api/v1/accounts/:method": "manage",
};

/**
 * The scope that a route needs; HEAD is a GET without its body.
 * @throws Error when the table has no row for it: adding a call includes that decision
 */
export function scopeOfRoute(route: { readonly method: string; readonly url: string }): ApiKeyScope {
  const method = route.method === "HEAD" ? "GET" : route.method;
  const scope = scopeOfCall[`${method} ${route.url}`];
  if (scope === undefined) throw new Error(`${method} ${route.url} has no row in merchant-api/scopes.ts`);
  return scope;
}
