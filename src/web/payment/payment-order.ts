/**
 * What the payment form needs to know of an order: a small part of the order page model, because it travels to the
 * browser inside the HTML. Every figure is for show; the server recomputes them (decision K3).
 */
import type { OrderPageModel } from "#contract/order.ts";
import type { AllowedFlags } from "#methods/allowed.ts";

export type PaymentOrder = Pick<
  OrderPageModel,
  | "orderNumber"
  | "transactionId"
  | "signature"
  | "webUrl"
  | "total"
  | "foreignCurrencyCode"
  | "foreignCurrencyValue"
  | "cancelUrl"
  | "hasAgreement"
> & {
  readonly currencyName: string;
  /** Proof that the buyer's e-mail address is confirmed, or null (Spec 6). */
  readonly emailSignature: string | null;
  /** A digital product whose buyer has no confirmed address yet (Spec 4). */
  readonly needsEmail: boolean;
  /** As the sheets of wallets show it. */
  readonly shopName: string;
  /** Made from a product link, with something in it that must be delivered (Spec 9 "product payments"). */
  readonly needsDelivery: boolean;
  /** There is something in it that could be delivered: not everything is digital. */
  readonly hasGoods: boolean;
  readonly client: { readonly name: string; readonly mobile: string; readonly country: string | null };
  readonly allowed: AllowedFlags;
  /** How much time there was to pay when the page was made; left out where it has no end. */
  readonly expiresInMs?: number;
};

/** For a page that is left open, as its server makes it: how long its order can be paid. */
export function timeLeft({
  expiryDate,
}: Pick<OrderPageModel, "expiryDate">): Pick<PaymentOrder, "expiresInMs"> {
  return expiryDate === null ? {} : { expiresInMs: Date.parse(expiryDate) - Date.now() };
}

/**
 * Picks the form's part of the order page model. An e-mail proof from the page's address wins over the order's, as long
 * as no address is confirmed: afterwards none is needed, and the server has judged the order's.
 */
export function toPaymentOrder(model: OrderPageModel, emailSignature: string | null): PaymentOrder {
  const hasGoods = model.order.products.some(({ product }) => !product.isDigital);
  return {
    orderNumber: model.orderNumber,
    transactionId: model.transactionId,
    signature: model.signature,
    webUrl: model.webUrl,
    total: model.total,
    currencyName: model.order.currencyName,
    foreignCurrencyCode: model.foreignCurrencyCode,
    foreignCurrencyValue: model.foreignCurrencyValue,
    cancelUrl: model.cancelUrl,
    hasAgreement: model.hasAgreement,
    emailSignature: model.order.validatedClient
      ? model.order.clientEmailSignature
      : (emailSignature ?? model.order.clientEmailSignature),
    needsEmail: !model.order.validatedClient && model.order.products.some(({ product }) => product.isDigital),
    shopName: model.merchant.shopName,
    needsDelivery: !model.isApiOrder && hasGoods,
    hasGoods,
    client: {
      name: model.client?.name ?? "",
      mobile: model.client?.mobile ?? "",
      country: model.client?.countryCode ?? null,
    },
    allowed: flagsOf(model),
  };
}

/** The flags of the methods, known by their names: the catalogue itself would come to the browser with all its rules. */
function flagsOf(model: AllowedFlags): AllowedFlags {
  const flags = Object.entries(model).filter(([name]) => /^is\w+Allowed$/.test(name));
  return Object.fromEntries(flags) as AllowedFlags;
}

/** Longest e-mail proof, as the payment calls take it. */
const emailSignatureLength = 512;

/** The e-mail proof of the query parameter `signature`, which is base64 (Spec 3); null for anything else. */
export function readEmailSignature(encoded: string | null): string | null {
  if (encoded === null || encoded.length > emailSignatureLength * 2) return null;
  try {
    const proof = atob(encoded.replace(/[ -]/g, "+").replaceAll("_", "/"));
    return /^[\x21-\x7e]+$/.test(proof) && proof.length <= emailSignatureLength ? proof : null;
  } catch {
    return null;
  }
}
