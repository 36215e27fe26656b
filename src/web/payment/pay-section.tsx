/** What closes the open row: agreement, messages, the button, and what it costs in another currency. */
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodId } from "#methods/catalog.ts";
import { Amount } from "../components/amount.tsx";
import { radioOf } from "../forms/typed.ts";
import type { ShownMethod } from "./method-list.tsx";
import { OrderAgreement } from "./order-agreement.tsx";
import { PayMessage } from "./pay-message.tsx";
import { ForeignEquivalent } from "./promos.tsx";
import type { PayForm } from "./use-pay-form.ts";

type PaySectionProps = {
  readonly pay: PayForm;
  /** What a press does; left out where it pays the amount, null where wallets bring buttons of their own. */
  readonly action?: string | null | undefined;
  /** The method to continue with when the open one does not work now. */
  readonly next?: ShownMethod | undefined;
};

export function PaySection({ pay, action, next }: PaySectionProps) {
  const { message } = pay;
  const place = useRef<HTMLDivElement>(null);
  // A wallet's button stands far above the message.
  useEffect(() => {
    if (message) place.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  return (
    <div className="pay-section">
      <OrderAgreement pay={pay} />
      <PayMessage ref={place} message={message} />
      {next && <NextMethod method={next} />}
      {action !== null && <PayButton pay={pay} action={action} />}
      <ForeignEquivalent order={pay.order} />
    </div>
  );
}

/** Which step the panels are at that have two: by `submit` the next press is known to pay. */
export type Steps = Partial<Record<MethodId, "pay" | "submit">>;

/** What the button of a method says; undefined where a press pays the amount. */
export function buttonAction(
  methods: readonly ShownMethod[],
  id: MethodId | undefined,
  steps: Steps,
): string | undefined {
  const method = methods.find((one) => one.id === id);
  return method && steps[method.id] !== "submit" ? method.action : undefined;
}

type PayButtonProps = {
  readonly pay: Pick<PayForm, "order" | "isBusy" | "isLocked">;
  /** What a press does where it is not yet to pay; "Pay" and the amount when left out. */
  readonly action?: string | undefined;
};

/** The button of an open method: it says what a press does. */
export function PayButton({ pay, action }: PayButtonProps) {
  const t = useTranslations("payment");
  const { order, isBusy, isLocked } = pay;
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
    const tile = radioOf("method", method.id);
    tile?.click();
    tile?.focus();
  };
  return (
    <button type="button" className="button" onClick={open}>
      {t("useInstead", { method: method.label })}
    </button>
  );
}
