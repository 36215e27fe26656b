/** What the page does after one press of Checkout: one table for all answers (Spec 4, 8). Pure. */
import type { CallReply } from "#contract/contract.ts";
import type { productCalls } from "#contract/product.ts";
import { readOrderNumber } from "#core/crockford.ts";
import type { ProblemCode } from "#core/problem.ts";
import type { CallOutcome, Refusal } from "../browser/api.ts";
import { linkErrorAddress } from "../browser/navigation.ts";
import { addresses } from "../routes.ts";

export type CheckoutOutcome = CallOutcome<CallReply<(typeof productCalls)["POST /rest/pay/product/"]>>;

/** For the red banner: words of our server, or a text of ours by its key. */
export type Message = { readonly text: string } | { readonly key: "offline" | "noAnswer" | "checkoutFailed" };

export type AfterCheckout =
  | { readonly kind: "leave"; readonly address: string }
  /** The link is gone: the page says so when it is loaded again. */
  | { readonly kind: "reload_page" }
  /** What the page shows is out of date: load the figures, keep what was typed, then the buyer decides again. */
  | { readonly kind: "reload_offer"; readonly message: Message }
  | { readonly kind: "coupon_invalid" }
  | {
      readonly kind: "message";
      readonly message: Message;
      /** What the server found wrong, by the names that fields of the form would have. */
      readonly fields: readonly string[];
    };

/** The next move of the page of a link for the end of a checkout call. The order's page is always one of our own addresses. */
export function afterCheckout(outcome: CheckoutOutcome, linkIdentity: string): AfterCheckout {
  switch (outcome.kind) {
    case "ok": {
      const orderNumber = readOrderNumber(outcome.reply.orderDetails.orderNumber);
      return orderNumber === null
        ? message({ key: "checkoutFailed" })
        : { kind: "leave", address: addresses.info(orderNumber) };
    }
    case "offline":
      return message({ key: "offline" });
    // It may have been carried out: the key makes the next press give that order again.
    case "no_answer":
      return message({ key: "noAnswer" });
    case "refused":
      return afterRefusal(outcome.refusal, linkIdentity);
  }
}

type RefusalKind = "changed" | "gone" | "expired" | "country" | "coupon";

/** Refusals that need more than their text, which is shown as the server words it (Spec 2.2, 8). */
const refusalKinds: Readonly<Partial<Record<ProblemCode | "unknown", RefusalKind>>> = {
  price_changed: "changed",
  amount_mismatch: "changed",
  signature_invalid: "changed",
  out_of_stock: "changed",
  quantity_invalid: "changed",
  product_not_found: "gone",
  link_expired: "expired",
  qr_expired: "expired",
  country_not_allowed: "country",
  coupon_invalid: "coupon",
};

function afterRefusal(refusal: Refusal, linkIdentity: string): AfterCheckout {
  switch (refusalKinds[refusal.code]) {
    case "changed":
      return { kind: "reload_offer", message: serverMessage(refusal) };
    case "gone":
      return { kind: "reload_page" };
    case "expired":
      return { kind: "leave", address: linkErrorAddress("expired-qr", linkIdentity) };
    case "country":
      return { kind: "leave", address: linkErrorAddress("not-allowed-country", linkIdentity) };
    case "coupon":
      return { kind: "coupon_invalid" };
    default:
      return message(serverMessage(refusal), wrongFields(refusal));
  }
}

function message(text: Message, fields: readonly string[] = []): AfterCheckout {
  return { kind: "message", message: text, fields };
}

function serverMessage({ text }: Refusal): Message {
  return text === null ? { key: "checkoutFailed" } : { text };
}

/** What the server found wrong, as fields of the form are called: "company.name" is "companyName". */
function wrongFields({ fields }: Refusal): readonly string[] {
  return fields.map((path) =>
    path.replace(/^body\./, "").replace(/\.(.)/, (_all, first: string) => first.toUpperCase()),
  );
}
