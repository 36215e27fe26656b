/** Everything between the open panel and the end of the form: agreement, what it costs, messages, the button. */
import { useTranslations } from "use-intl/react";
import { Amount } from "../components/amount.tsx";
import { Agreement } from "../forms/agreement.tsx";
import type { Message } from "./after-pay.ts";
import type { ShownMethod } from "./method-list.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ForeignEquivalent, InstalmentPromo } from "./promos.tsx";

type PaySectionProps = {
  readonly order: PaymentOrder;
  readonly isAgreed: boolean;
  readonly onAgreed: (isAgreed: boolean) => void;
  readonly isAgreementMissing: boolean;
  readonly isBusy: boolean;
  /** What the button says; null where wallets bring buttons of their own. */
  readonly button: "pay" | "submit" | null;
  readonly message: Message | null;
  /** The method to go on with when the open one does not work now. */
  readonly next?: ShownMethod | undefined;
};

export function PaySection(props: PaySectionProps) {
  const t = useTranslations("payment");
  const { order, isBusy, message } = props;
  const isLocked = order.hasAgreement && !props.isAgreed;
  return (
    <div className="pay-section">
      {order.hasAgreement && (
        <Agreement
          file={`${order.webUrl}/web/getDesktopOrderFile/${encodeURIComponent(order.orderNumber)}`}
          isAccepted={props.isAgreed}
          onChange={props.onAgreed}
          isMissing={props.isAgreementMissing}
        />
      )}
      <div className="pay-message" role="alert">
        {message && <p>{"key" in message ? t(message.key) : message.text}</p>}
      </div>
      {props.next && <NextMethod method={props.next} />}
      {/* Not `disabled`: a press without the tick says what is missing (Spec 5). */}
      {props.button && (
        <button type="submit" className="pay-button" aria-disabled={isLocked || isBusy} aria-busy={isBusy}>
          {props.button === "submit" ? (
            t("submit")
          ) : (
            <>
              {t("pay")} <Amount value={order.total} currency={order.currencyName} />
            </>
          )}
        </button>
      )}
      <ForeignEquivalent order={order} />
      <InstalmentPromo order={order} />
      {order.cancelUrl && (
        <a className="cancel-link" href={order.cancelUrl}>
          {t("cancelPayment")}
        </a>
      )}
    </div>
  );
}

/** Opens another method: a press on its radio button, which then has the focus. */
function NextMethod({ method }: { readonly method: ShownMethod }) {
  const t = useTranslations("payment");
  const open = (): void => {
    const tile = document.querySelector<HTMLInputElement>(`[name="method"][value="${method.id}"]`);
    tile?.click();
    tile?.focus();
  };
  return (
    <button type="button" className="button" onClick={open}>
      {t("useInstead", { method: method.label })}
    </button>
  );
}
