/**
 * The island of the payment info page (Spec 2.3): who pays, by which method, and the button. The server renders it
 * with the default panel open, so that it can be read and typed into before any script is there.
 */
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import type { MethodId } from "#methods/catalog.ts";
import { agreementId } from "../forms/agreement.tsx";
import { takeWantedMethod } from "../forms/not-loaded.tsx";
import { Toast, useToast } from "../forms/toast.tsx";
import { useForm } from "../forms/use-form.ts";
import { takeEarlyPress } from "../script/early-press.ts";
import { EmailGate } from "./email-gate.tsx";
import { MainFields } from "./main-fields.tsx";
import { isPayerMissing, type MainFieldName, mainFields, toPayer } from "./main-form.ts";
import { MethodList, otherMethodsId, type ShownMethod } from "./method-list.tsx";
import type { BegunCode, PanelHandle, Payer } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PaySection } from "./pay-section.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { usePanelDraft } from "./use-panel-draft.ts";
import { usePayment } from "./use-payment.ts";
import { WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type PaymentFormProps = {
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** Methods with a panel, in the order of the list; the first one is open at the start. */
  readonly methods: readonly ShownMethod[];
  /** Methods that are one button of their own. */
  readonly wallets: readonly MethodId[];
  readonly methodSettings: MethodSettings;
  /** A payment that waits for its buyer's one-time code: its method is open then, at that step. */
  readonly begunCode?: BegunCode & { readonly method: MethodId };
  /** The country that the phone field starts with. */
  readonly startCountry: DialCode;
  readonly hidesAddress: boolean;
  /** The logos of the methods stand beside their names. */
  readonly showsMethodSigns: boolean;
};

/** The methods whose next press is known not to be their first. */
type Steps = Partial<Record<MethodId, "pay" | "submit">>;

export function PaymentForm({
  order: initial,
  cardSettings,
  methods,
  wallets,
  methodSettings,
  begunCode,
  startCountry,
  hidesAddress,
  showsMethodSigns,
}: PaymentFormProps) {
  const t = useTranslations("payment");
  const { order, isBusy, end, run, forget } = usePayment(initial);
  const main = useForm(() => mainFields);
  const element = useRef<HTMLFormElement>(null);
  const handles = useRef(new Map<MethodId, PanelHandle>());
  /** The method whose button was pressed before its panel's code had come. */
  const pressedEarly = useRef<MethodId | null>(null);
  /** The method whose button was pressed last; null after one of the wallets'. */
  const pressed = useRef<MethodId | null>(null);
  const draft = usePanelDraft(element, initial.orderNumber, methods);
  const [selected, setSelected] = useState<MethodId | undefined>(begunCode?.method ?? methods[0]?.id);
  const [down, setDown] = useState<readonly MethodId[]>([]);
  const [steps, setSteps] = useState<Steps>(() => (begunCode ? { [begunCode.method]: "submit" } : {}));
  const [emailProof, setEmailProof] = useState(initial.emailSignature);
  const [isEmailAsked, setEmailAsked] = useState(initial.needsEmail && emailProof === null);
  const [isAgreed, setAgreed] = useState(false);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const { toast, showToast, closeToast } = useToast(".method[data-open]");

  // The buyer may have ticked and chosen before the scripts arrived, or loaded the page again.
  useEffect(() => {
    const tiles = [...(element.current?.querySelectorAll<HTMLInputElement>('[name="method"]') ?? [])];
    const isChosen = tiles.some((tile) => tile.checked && !tile.defaultChecked);
    const wanted = takeWantedMethod() ?? (isChosen ? null : draft.method());
    // Each of them, the one that loses its mark as well: else React takes the next press on that one for no change.
    if (tiles.some(({ value }) => value === wanted))
      for (const tile of tiles) tile.checked = tile.value === wanted;
    const fields = new FormData(element.current ?? undefined);
    const method = methods.find(({ id }) => id === fields.get("method"));
    if (method) setSelected(method.id);
    draft.keep(method?.id);
    setAgreed(document.querySelector<HTMLInputElement>(`#${agreementId}`)?.checked ?? false);
  }, [methods, draft]);

  const askForPayer = useCallback(() => showToast(t("enterClientNameAndMobile"), payerPart), [t, showToast]);
  const askForAgreement = useCallback(() => {
    setAgreementMissing(true);
    showToast(t("agreementRequired"), ".agreement");
    focusOn(agreementId);
  }, [t, showToast]);

  // What the last press came to. The window over the page has closed by now and given the focus back to the button.
  useEffect(() => {
    if (end?.kind === "agreement") askForAgreement();
    if (end?.kind === "payer") askForPayer();
    if (end?.kind === "email") setEmailAsked(true);
    const { current: method } = pressed;
    if (end?.kind === "message" && end.isMethodDown && method) setDown((old) => [...old, method]);
    // A wallet's button stands far above the message.
    if (end?.kind === "message")
      element.current?.querySelector(".pay-message")?.scrollIntoView({ block: "nearest" });
    if (end && "field" in end && end.field !== undefined) {
      const panel = selected && handles.current.get(selected);
      if (panel?.focus) panel.focus(end.field);
      else focusOn(end.field);
    }
  }, [end, selected, askForAgreement, askForPayer]);

  /** Who pays, once all that is needed is there; else the buyer sees what is missing. */
  const readPayer = (panel: PanelHandle | null): Payer | null => {
    // The window for it is open, or on its way.
    if (isEmailAsked) return null;
    if (order.hasAgreement && !isAgreed) {
      askForAgreement();
      return null;
    }
    fillIfEmpty(mobileId, panel?.mobile?.());
    const wrongMain = main.check();
    const wrongInPanel = panel?.check() ?? null;
    if (isPayerMissing(main.values())) askForPayer();
    const wrong = wrongMain ?? wrongInPanel;
    const form = { agreementAccepted: isAgreed, channel: "info" } as const;
    if (wrong === null) return toPayer({ ...order, emailSignature: emailProof }, main.values(), form);
    focusOn(wrong);
    return null;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const panel = selected && handles.current.get(selected);
    if (selected && !panel) pressedEarly.current = selected;
    const payer = panel && !isBusy ? readPayer(panel) : null;
    if (!panel || !payer) return;
    pressed.current = selected;
    run(() => panel.pay(payer));
  };
  const runWallet: typeof run = (work) => {
    pressed.current = null;
    run(work);
  };
  const keepHandle = (id: MethodId, handle: PanelHandle | null): void => {
    if (!handle) return void handles.current.delete(id);
    handles.current.set(id, handle);
    draft.restore(id);
    if (pressedEarly.current !== id) return;
    pressedEarly.current = null;
    // Once the panel's fields are in the page, too.
    queueMicrotask(() => element.current?.requestSubmit());
  };
  const select = (id: MethodId): void => {
    forget();
    pressedEarly.current = null;
    setSelected(id);
    draft.keep(id);
  };
  const onSigned = (emailSignature: string): void => {
    setEmailProof(emailSignature);
    setEmailAsked(false);
    forget();
  };
  const onAgreed = (accepted: boolean): void => {
    setAgreed(accepted);
    setAgreementMissing(false);
  };

  useEffect(() => {
    if (takeEarlyPress()) element.current?.requestSubmit();
  }, []);

  if (end?.kind === "instructions") return end.content;
  const payProps = {
    order,
    isAgreed,
    onAgreed,
    isAgreementMissing,
    isBusy,
    message: end?.kind === "message" ? end.message : null,
    next: end ? wayAround(methods, selected, down) : undefined,
  };
  return (
    <>
      {/* The method keeps the browser from sending anything anywhere while the scripts are not there yet. */}
      <form
        ref={element}
        className="payment-form"
        method="dialog"
        noValidate
        onInput={() => draft.keep()}
        onSubmit={onSubmit}
      >
        <MainFields form={main} order={order} startCountry={startCountry} hidesAddress={hidesAddress} />
        <WalletButtons
          ids={wallets}
          settings={methodSettings}
          props={{
            order,
            isLocked: order.hasAgreement && !isAgreed,
            readPayer: () => readPayer(null),
            run: runWallet,
            missing: <OtherWays isThere={methods.length > 1} />,
          }}
        />
        {methods.length > 0 ? (
          <MethodList
            methods={methods}
            order={order}
            showsSigns={showsMethodSigns}
            selected={selected}
            down={down}
            onSelect={select}
          >
            {(id, isOpen) => (
              <>
                <PanelSlot
                  id={id}
                  isOpen={isOpen}
                  props={{
                    order,
                    cardSettings,
                    settings: methodSettings[id],
                    begun: begunCode?.method === id ? begunCode : null,
                    payerName: main.values()["clientName"],
                    onToast: showToast,
                    onStep: (step) => setSteps((old) => ({ ...old, [id]: step })),
                    ref: (handle) => keepHandle(id, handle),
                  }}
                />
                {isOpen && <PaySection {...payProps} action={actionOf(methods, id, steps[id])} />}
              </>
            )}
          </MethodList>
        ) : (
          <PaySection {...payProps} action={null} />
        )}
        <WalletsElsewhere ids={wallets} orderNumber={order.orderNumber} />
        <CancelLink address={order.cancelUrl} />
        <ProcessingModal isOpen={isBusy} />
        <Toast toast={toast} onClose={closeToast} />
      </form>
      {isEmailAsked && <EmailGate orderNumber={order.orderNumber} onSigned={onSigned} />}
    </>
  );
}

/** What the button of a method says; undefined where a press pays the amount. */
function actionOf(
  methods: readonly ShownMethod[],
  id: MethodId,
  step: "pay" | "submit" | undefined,
): string | undefined {
  return step === "submit" ? undefined : methods.find((method) => method.id === id)?.action;
}

/** The method to go on with where the open one does not work now. */
function wayAround(
  methods: readonly ShownMethod[],
  selected: MethodId | undefined,
  down: readonly MethodId[],
): ShownMethod | undefined {
  return selected && down.includes(selected) ? methods.find(({ id }) => !down.includes(id)) : undefined;
}

/** Instead of a wallet that this device does not have: to the methods that stand below the first one. */
function OtherWays({ isThere }: { readonly isThere: boolean }) {
  const t = useTranslations("payment");
  return <p className="wallet-missing">{isThere && <a href={`#${otherMethodsId}`}>{t("allMethods")}</a>}</p>;
}

/** The way back to the shop, where the order has one (Spec 2.3). */
function CancelLink({ address }: { readonly address: string | null }) {
  const t = useTranslations("payment");
  if (address === null) return null;
  return (
    <a className="cancel-link" href={address}>
      {t("cancelPayment")}
    </a>
  );
}

/** The part of the form that asks who pays. */
const payerPart = ".main-fields";

const mobileId: MainFieldName = "clientMobile";

/** Spec 5: the mobile of a wallet's panel is the buyer's own, too, when nothing else was typed. */
function fillIfEmpty(id: string, text: string | undefined): void {
  const field = document.getElementById(id);
  if (!text || !(field instanceof HTMLInputElement) || field.value.trim() !== "") return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Puts the focus on a field, also on one that stands in a closed part of the form. */
function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}
