/** The one place that turns an order's record into the order page model of Spec 3. */
import type { OrderLineModel, OrderPageModel } from "#contract/order.ts";
import { factsAt } from "#core/attempt-lease.ts";
import { attemptStateFacts, blocksOthers } from "#core/attempt-status.ts";
import { type Minor, toJsonNumber } from "#core/money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { shownStock } from "#core/pricing/product-link.ts";
import { quantityText } from "#core/pricing/quantity.ts";
import { toAllowedFlags } from "#methods/allowed.ts";
import { judgeEmailProof } from "../client-email/email-proof.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Signing } from "../secrets/signing.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { shownUnit } from "../texts/line-texts.ts";
import type { LineOfProduct } from "./order-lines.ts";
import { isTimeOver } from "./order-open.ts";
import type { OrderRecord } from "./order-store.ts";
import { orderToken } from "./order-token.ts";
import { callbackUrlOf, cancelUrlOf } from "./return-urls.ts";
import { toShopModel } from "./shop-model.ts";
import { toVatLines } from "./vat-lines.ts";

export type ModelEnvironment = {
  readonly environment: EnvironmentName;
  readonly webUrl: string;
  readonly serverUrl: string;
  readonly signing: Signing;
  readonly sealing: Sealing;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/**
 * Builds the page model of an order.
 * @param offered names of the order's methods that take its amount (`payments/offered-methods.ts`)
 * @param emailProof what the asking browser has kept of confirming an address; handed back to it alone, and only as
 *   long as it opens this very order
 */
export function toOrderPageModel(
  order: OrderRecord,
  environment: ModelEnvironment,
  {
    offered,
    emailProof = null,
  }: { readonly offered: readonly string[]; readonly emailProof?: string | null | undefined },
): OrderPageModel {
  const money = (amount: Minor): number => toJsonNumber(amount, order.currency);
  const token = orderToken(order, environment.now, environment.signing);
  const facts = orderStatusFacts[order.status];
  const isProof =
    emailProof !== null && judgeEmailProof(environment, order.order_number, emailProof) === "valid";
  return {
    order: {
      orderNumber: order.order_number,
      orderStatus: order.status,
      amount: money(order.total),
      currencyName: order.currency,
      vat: order.vat_bps / 10_000,
      note: order.note,
      ...(order.answers && { answers: [...order.answers] }),
      serviceFees: money(order.service_fees),
      createDate: order.created_at.toISOString(),
      products: order.lines.map((line) => toLineModel(line, order.currency)),
      validatedClient: order.client_validated_at !== null,
      clientEmailSignature: isProof ? emailProof : null,
    },
    serverUrl: environment.serverUrl,
    webUrl: environment.webUrl,
    ...toShopModel(order, environment.serverUrl),
    client:
      order.client_id === null
        ? null
        : {
            id: order.client_id,
            name: order.client_name,
            mobile: order.client_mobile,
            countryCode: order.client_country_code,
          },
    discount: toDiscount(order),
    discountType: order.discount_type,
    discountAmount: money(order.discount),
    subTotal: money(order.sub_total),
    vat: money(order.vat),
    vatLines: toVatLines(order),
    commissionRate: order.commission_rate_bps / 100,
    paidDate: order.paid_at?.toISOString() ?? null,
    expiryDate: order.expires_at?.toISOString() ?? null,
    dueDate: order.due_date,
    isTimeOver: isTimeOver(order, environment.now),
    callbackUrl: callbackUrlOf(environment, order),
    cancelUrl: cancelUrlOf(environment, order),
    orderNumber: order.order_number,
    externalOrderNumber: order.external_order_number,
    transactionId: token.transactionId,
    signature: token.signature,
    total: money(order.total),
    refundedTotal: money(order.refunded_total),
    foreignCurrencyCode: order.foreign_currency,
    foreignCurrencyValue:
      order.foreign_currency === null || order.foreign_total === null
        ? null
        : toJsonNumber(order.foreign_total, order.foreign_currency),
    isApiOrder: order.source === "api",
    hasAgreement: order.agreement_id !== null,
    isPaymentInProgress: facts.payable && isPaymentInProgress(order, environment.now),
    hasSurplus: hasSurplus(order),
    taxDocuments: [...(order.tax_documents ?? [])],
    ...toAllowedFlags(offered),
  };
}

/** Money is under way or arrived without fitting: nothing else may be started (decisions S3 and 0005). */
export function isPaymentInProgress(
  { live_attempt: live }: Pick<OrderRecord, "live_attempt">,
  now: number,
): boolean {
  if (live === null) return false;
  const { state, step, lease_end: end } = live;
  const next_check_at = end === null ? null : new Date(end);
  return blocksOthers(factsAt({ state, step, next_check_at }, now));
}

/** Money arrived that is not the amount due, and was not given back yet (decision 0300). */
export function hasSurplus({ live_attempt: live }: Pick<OrderRecord, "live_attempt">): boolean {
  return live !== null && attemptStateFacts[live.state].isOwed;
}

function toLineModel(line: LineOfProduct, currency: string): OrderLineModel {
  const appliedVat = line.vat_bps === null ? null : line.vat_bps / 10_000;
  return {
    product: {
      id: line.product_id,
      title: line.title,
      description: line.description,
      price: toJsonNumber(line.unit_price, currency),
      productImageId: line.product_image_id,
      stockQty: shownStock(line.stock_qty),
      specificVat: line.specific_vat_bps === null ? null : line.specific_vat_bps / 10_000,
      isDigital: line.is_digital,
    },
    qty: Number(quantityText(line.qty_thousandths)),
    unit: shownUnit(line.unit_code),
    soldPrice: toJsonNumber(line.sold_unit_price, currency),
    lineTotal: toJsonNumber(line.line_net, currency),
    appliedVat,
    soldImageId: line.sold_image_id,
  };
}

/** FIXED: the amount as typed. PERCENTAGE: percent. */
function toDiscount(order: OrderRecord): number | null {
  if (order.discount_type === null || order.discount_value === null) return null;
  return order.discount_type === "PERCENTAGE"
    ? order.discount_value / 100
    : toJsonNumber(order.discount_value as Minor, order.currency);
}
