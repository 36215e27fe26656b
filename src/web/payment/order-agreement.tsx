/** The tick of an order's own terms of sale, on each page that asks for it (Spec 2.3, decision K7). */
import { Agreement } from "../forms/agreement.tsx";
import type { PayForm } from "./use-pay-form.ts";

/** Nothing where the order has no terms of its own. */
export function OrderAgreement({ pay }: { readonly pay: PayForm }) {
  const { order, state, onAgreed } = pay;
  if (!order.hasAgreement) return null;
  return (
    <Agreement
      file={`${order.webUrl}/web/getDesktopOrderFile/${encodeURIComponent(order.orderNumber)}`}
      isAccepted={state.isAgreed}
      onChange={onAgreed}
      isMissing={state.isAgreementMissing}
    />
  );
}
