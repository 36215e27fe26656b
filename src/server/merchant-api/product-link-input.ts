/** What a request may set of a product link, read into columns. */
import type { Selectable, Transaction } from "kysely";
import type { NewProductLink, ProductLinkChanges } from "#contract/product-links.ts";
import type { ReturnUrlRule } from "#core/address/return-url.ts";
import type { Schema } from "#db/schema.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import { versionOfAgreement } from "../issuing/issue-order.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { readAskedFields } from "./asked-fields-input.ts";
import { readBuyerAmount } from "./buyer-amount-input.ts";
import { FieldReader } from "./field-reader.ts";
import { readRate } from "./vat-input.ts";

/** What merchants may set of a link's row. */
type Columns = Pick<
  Selectable<Schema["product_links"]>,
  | "qty"
  | "vat_bps"
  | "client_pays_fees"
  | "allowed_methods"
  | "callback_url"
  | "cancel_url"
  | "agreement_id"
  | "hold_minutes"
  | "max_payments"
  | "least_amount"
  | "most_amount"
  | "suggested_amounts"
  | "expires_at"
> & {
  /** JSON. */
  readonly asked_fields: string;
};

export type LinkRequest = {
  readonly body: Omit<NewProductLink, "productId"> | ProductLinkChanges;
  readonly rule: ReturnUrlRule;
  /** Names of the methods that have an account. */
  readonly served: ReadonlySet<AllowedMethodName>;
  readonly now: number;
  /** The link that is changed; left out for a new one. */
  readonly before?: Pick<Columns, "qty" | "least_amount">;
};

/** The columns that a request sets; what it leaves out is left out. */
export async function readLinkColumns(
  trx: Transaction<Schema>,
  merchant: ApiMerchant,
  { body, rule, served, now, before }: LinkRequest,
): Promise<Partial<Columns>> {
  const reader = new FieldReader("SAR");
  const {
    quantity,
    vatRate,
    clientPaysFees,
    allowedMethods,
    holdMinutes,
    maxPayments,
    buyerAmount,
    askedFields,
    expiresAt,
  } = body;
  const url = (name: "callbackUrl" | "cancelUrl"): string | null =>
    reader.url(name, body[name] ?? undefined, rule);
  const agreement = body.agreement && reader.agreement("agreement.", body.agreement);
  const columns: Partial<Columns> = {
    ...(quantity !== undefined && { qty: quantity }),
    ...(vatRate !== undefined && { vat_bps: readVat(reader, merchant, vatRate) }),
    ...(clientPaysFees !== undefined && { client_pays_fees: clientPaysFees }),
    ...(allowedMethods && { allowed_methods: [...reader.methods("allowedMethods", allowedMethods, served)] }),
    ...(body.callbackUrl !== undefined && { callback_url: url("callbackUrl") }),
    ...(body.cancelUrl !== undefined && { cancel_url: url("cancelUrl") }),
    ...(holdMinutes !== undefined && { hold_minutes: holdMinutes }),
    ...(maxPayments !== undefined && { max_payments: maxPayments }),
    ...(buyerAmount !== undefined && readBuyerAmount(reader, buyerAmount)),
    ...(askedFields !== undefined && {
      asked_fields: JSON.stringify(readAskedFields(reader, askedFields)),
    }),
    ...(expiresAt !== undefined && {
      expires_at: expiresAt === null ? null : reader.future("expiresAt", expiresAt, now),
    }),
  };
  const { qty = 1, least_amount: least = null } = { ...before, ...columns };
  if (least !== null && qty !== 1)
    reader.wrong("quantity", "not_together", "an order whose buyer chooses the amount is of one piece");
  reader.refuseWrong();
  if (agreement === undefined) return columns;
  const version = agreement && (await versionOfAgreement(trx, merchant.id, agreement));
  return { ...columns, agreement_id: version?.id ?? null };
}

/** The link's rate stands in no tax invoice by itself: a rate of zero is the product's, with its reason. */
function readVat(reader: FieldReader, merchant: ApiMerchant, vatRate: string): number {
  const bps = readRate(reader, "vatRate", vatRate, merchant) ?? 0;
  if (bps === 0 && merchant.vatNumber !== null) {
    reader.wrong("vatRate", "too_small", "set a rate of 0 on the product, with its vatExemption");
  }
  return bps;
}
