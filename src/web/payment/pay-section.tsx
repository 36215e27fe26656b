/** What closes the open row: agreement, messages, the button, and what it costs in another currency. */
import { useTranslations } from "use-intl/react";
import { Amount } from "../components/amount.tsx";
import { Agreement } from "../forms/agreement.tsx";
import type { Message } from "./after-pay.ts";
import type { ShownMethod } from "./method-list.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ForeignEquivalent } from "./promos.tsx";

type PaySectionProps = {
  readonly order: PaymentOrder;
  readonly isAgreed: boolean;
  readonly onAgreed: (isAgreed: boolean) => void;
  readonly isAgreementMissing: boolean;
  readonly isBusy: boolean;
  /** What a press does; left out where it pays the amount, null where wallets bring buttons of their own. */
  readonly action?: string | null | undefined;
  readonly message: Message | null;
  /** The method to go on with when the open one does not work now. */
  readonly next?: ShownMethod | undefined;
};

export function PaySection(props: PaySectionProps) {
  const t = useTranslations("payment");
  const { order, isBusy, message, action } = props;
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
      {action !== null && (
        <PayButton
          order={order}
          isLocked={order.hasAgreement && !props.isAgreed}
          isBusy={isBusy}
          action={action}
        />
      )}
      <ForeignEquivalent order={order} />
    </div>
  );
}

type PayButtonProps = {
  readonly order: PaymentOrder;
  /** Something must be ticked first. */
  readonly isLocked?: boolean;
  readonly isBusy: boolean;
  /** What a press does where it is not yet to pay; "Pay" and the amount when left out. */
  readonly action?: string | undefined;
};

/** The button of an open method: it says what a press does. */
export function PayButton({ order, isLocked = false, isBusy, action }: PayButtonProps) {
  const t = useTranslations("payment");
  return (
    // Not `disabled`: a press without the tick says what is missing (Spec 5).
    <button type="submit" className="pay-button" aria-disabled={isLocked || isBusy} aria-busy={isBusy}>
      {action ?? (
        <>
          {t("pay")} <Amount value={order.total} currency={order.currencyName} />
        </>
      )}
    </button>
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
