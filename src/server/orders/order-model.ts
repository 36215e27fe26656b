/** The one place that turns an order's record into the order page model of Spec 3. */
import type { MerchantModel, OrderLineModel, OrderPageModel } from "#contract/order.ts";
import { type Minor, toJsonNumber } from "#core/money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { shownStock } from "#core/product-link.ts";
import { quantityText } from "#core/quantity.ts";
import { defaultUnit } from "#core/unit-code.ts";
import { toAllowedFlags } from "#methods/allowed.ts";
import { judgeEmailProof } from "../client-email/email-proof.ts";
import type { EnvironmentName } from "../config.ts";
import { unitNames } from "../documents/document-texts.ts";
import { logoAddress } from "../images/logo-address.ts";
import { factsAt } from "../payments/start-lease.ts";
import type { Sealing } from "../sealing.ts";
import type { Signing } from "../signing.ts";
import type { LineOfProduct } from "./order-lines.ts";
import type { OrderRecord } from "./order-store.ts";
import { orderToken } from "./order-token.ts";
import { callbackUrlOf, cancelUrlOf } from "./return-urls.ts";
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
 * @param emailProof what the asking browser has kept of confirming an address; handed back to it alone, and only as
 *   long as it opens this very order
 */
export function toOrderPageModel(
  order: OrderRecord,
  environment: ModelEnvironment,
  emailProof: string | null = null,
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
      serviceFees: money(order.service_fees),
      createDate: order.created_at.toISOString(),
      products: order.lines.map((line) => toLineModel(line, order.currency)),
      validatedClient: order.client_validated_at !== null,
      clientEmailSignature: isProof ? emailProof : null,
    },
    serverUrl: environment.serverUrl,
    webUrl: environment.webUrl,
    merchant: toMerchantModel(order, environment.serverUrl),
    merchantContact: order.contact_merchant_id === null ? null : toContactModel(order),
    seller: toSellerModel(order),
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
    taxDocuments: [...(order.tax_documents ?? [])],
    ...toAllowedFlags(order.allowed_methods),
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
  return state === "surplus" || factsAt({ state, step, next_check_at }, now).blocksStart;
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
    unit: line.unit_code === defaultUnit ? null : unitNames(line.unit_code),
    soldPrice: toJsonNumber(line.sold_unit_price, currency),
    lineTotal: toJsonNumber(line.line_net, currency),
    appliedVat,
    soldImageId: line.sold_image_id,
  };
}

type MerchantRecord = Pick<
  OrderRecord,
  | "merchant_id"
  | "merchant_username"
  | "merchant_shop_name"
  | "merchant_email"
  | "merchant_phone"
  | "merchant_vat_number"
  | "merchant_logo_image_id"
>;

/** The merchant as pages show it, from the record of an order or a product link (Spec 3). */
export function toMerchantModel(order: MerchantRecord, serverUrl: string): MerchantModel {
  return {
    id: order.merchant_id,
    username: order.merchant_username,
    storeUsername: order.merchant_username,
    shopName: order.merchant_shop_name,
    email: order.merchant_email,
    phone: order.merchant_phone,
    vatNumber: order.merchant_vat_number,
    logoImageUrl:
      order.merchant_logo_image_id === null
        ? null
        : logoAddress(serverUrl, { merchantId: order.merchant_id, imageId: order.merchant_logo_image_id }),
  };
}

function toContactModel(order: OrderRecord): NonNullable<OrderPageModel["merchantContact"]> {
  return {
    city: order.contact_city,
    address1: order.contact_address1,
    email: order.contact_email,
    phone: order.contact_phone,
  };
}

/** What the law wants buyers to know of a shop beside its name, number and address; what is not given is null. */
function toSellerModel(order: OrderRecord): OrderPageModel["seller"] {
  const { merchant_legal_id_scheme: scheme, merchant_legal_id_value: value } = order;
  return {
    legalName: order.merchant_legal_name,
    registration: scheme === null || value === null ? null : { scheme, value },
    whatsapp: order.contact_whatsapp,
    returnsUrl: order.contact_returns_url,
  };
}

/** FIXED: the amount as typed. PERCENTAGE: percent. */
function toDiscount(order: OrderRecord): number | null {
  if (order.discount_type === null || order.discount_value === null) return null;
  return order.discount_type === "PERCENTAGE"
    ? order.discount_value / 100
    : toJsonNumber(order.discount_value as Minor, order.currency);
}
