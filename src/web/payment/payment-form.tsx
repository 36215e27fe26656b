/**
 * The island of the payment info page (Spec 2.3): who pays, by which method, and the button. The server renders it
 * with the default panel open, so that it can be read and typed into before any script is there.
 */
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { CardSettings } from "#contract/settings.ts";
import type { MethodId } from "#methods/catalog.ts";
import { agreementId } from "../forms/agreement.tsx";
import { Toast } from "../forms/toast.tsx";
import { useForm } from "../forms/use-form.ts";
import { MainFields } from "./main-fields.tsx";
import { isPayerMissing, mainFields, toPayer } from "./main-form.ts";
import { MethodList, type ShownMethod } from "./method-list.tsx";
import type { PanelHandle } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PaySection } from "./pay-section.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { usePayment } from "./use-payment.ts";

export type PaymentFormProps = {
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** In the order of the list; the first one is open at the start. Never empty. */
  readonly methods: readonly ShownMethod[];
  readonly hidesAddress: boolean;
};

export function PaymentForm({ order: initial, cardSettings, methods, hidesAddress }: PaymentFormProps) {
  const t = useTranslations("payment");
  const { order, isBusy, end, run } = usePayment(initial);
  const main = useForm(() => mainFields);
  const element = useRef<HTMLFormElement>(null);
  const handles = useRef(new Map<MethodId, PanelHandle>());
  const [selected, setSelected] = useState<MethodId | undefined>(methods[0]?.id);
  const [isAgreed, setAgreed] = useState(false);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const [toast, setToast] = useState<{ readonly text: string } | null>(null);
  const closeToast = useCallback(() => setToast(null), []);

  // The buyer may have ticked and chosen before the scripts arrived.
  useEffect(() => {
    const fields = new FormData(element.current ?? undefined);
    const method = methods.find(({ id }) => id === fields.get("method"));
    if (method) setSelected(method.id);
    setAgreed(document.querySelector<HTMLInputElement>(`#${agreementId}`)?.checked ?? false);
  }, [methods]);

  const askForPayer = useCallback(() => setToast({ text: t("enterClientNameAndMobile") }), [t]);
  const askForAgreement = useCallback(() => {
    setAgreementMissing(true);
    setToast({ text: t("agreementRequired") });
    focusOn(agreementId);
  }, [t]);

  // What the last press came to. The window over the page has closed by now and given the focus back to the button.
  useEffect(() => {
    if (end?.kind === "agreement") askForAgreement();
    if (end?.kind === "payer") askForPayer();
    if (end && "field" in end && end.field !== undefined) focusOn(end.field);
  }, [end, askForAgreement, askForPayer]);

  const pay = (): void => {
    if (isBusy) return;
    const handle = selected && handles.current.get(selected);
    if (order.hasAgreement && !isAgreed) {
      askForAgreement();
      return;
    }
    const wrongMain = main.check();
    const wrongInPanel = handle?.check() ?? null;
    if (isPayerMissing(main.values())) askForPayer();
    const wrong = wrongMain ?? wrongInPanel;
    if (wrong !== null) {
      focusOn(wrong);
    } else if (handle) {
      run((current) =>
        handle.pay(toPayer(current, main.values(), { agreementAccepted: isAgreed, channel: "info" })),
      );
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    pay();
  };

  if (end?.kind === "instructions") return end.content;
  return (
    // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
    <form
      ref={element}
      className="payment-form"
      method="dialog"
      noValidate
      onSubmit={onSubmit}
      autoComplete="on"
    >
      <MainFields form={main} order={order} hidesAddress={hidesAddress} />
      <MethodList methods={methods} allowed={order.allowed} selected={selected} onSelect={setSelected}>
        {(id, isOpen) => (
          <>
            <PanelSlot
              id={id}
              isOpen={isOpen}
              order={order}
              cardSettings={cardSettings}
              ref={(handle) => {
                if (handle) handles.current.set(id, handle);
                else handles.current.delete(id);
              }}
            />
            {isOpen && (
              <PaySection
                order={order}
                isAgreed={isAgreed}
                onAgreed={(accepted) => {
                  setAgreed(accepted);
                  setAgreementMissing(false);
                }}
                isAgreementMissing={isAgreementMissing}
                isBusy={isBusy}
                isNextStep={end?.kind === "next_step"}
                message={end?.kind === "message" ? end.message : null}
              />
            )}
          </>
        )}
      </MethodList>
      <ProcessingModal isOpen={isBusy} />
      <Toast toast={toast} onClose={closeToast} />
    </form>
  );
}

/** Puts the focus on a field, also on one that stands in a closed part of the form. */
function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}
