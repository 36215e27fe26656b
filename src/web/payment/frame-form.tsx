/**
 * The island of the payment frame (Spec 2.6): wallets first, then the card. The shop around it knows its buyer, so the
 * buyer is not asked who pays unless the order and the frame's address leave that open.
 */
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import type { MethodId } from "#methods/catalog.ts";
import { Amount } from "../components/amount.tsx";
import { Agreement, agreementId } from "../forms/agreement.tsx";
import { Toast, useToast } from "../forms/toast.tsx";
import { useForm } from "../forms/use-form.ts";
import { takeEarlyPress } from "../script/early-press.ts";
import { EmailGate } from "./email-gate.tsx";
import { asksPayer, knownPayer } from "./frame-payer.ts";
import { FrameStcPay } from "./frame-stcpay.tsx";
import { type FrameLook, frameWays } from "./frame-ways.ts";
import { MainFields } from "./main-fields.tsx";
import { isPayerMissing, mainFields, toPayer } from "./main-form.ts";
import type { PanelHandle, Payer } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PayButton } from "./pay-section.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { ForeignEquivalent } from "./promos.tsx";
import { Signs } from "./signs.tsx";
import { usePayment } from "./use-payment.ts";
import { WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type FrameFormProps = {
  /** With the address's name and mobile where it has none. */
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  /** Those of Apple Pay, STC Pay and the card that the order allows. */
  readonly methods: readonly MethodId[];
  /** Of the order's client, else Saudi Arabia. */
  readonly startCountry: DialCode;
  readonly look: FrameLook;
};

export function FrameForm(props: FrameFormProps) {
  const { cardSettings, methodSettings, methods, startCountry, look } = props;
  const t = useTranslations("frame");
  const texts = useTranslations("payment");
  const ways = useMemo(() => frameWays(look), [look]);
  const { order, isBusy, end, run, forget } = usePayment(props.order, ways);
  const main = useForm(() => mainFields);
  const cardForm = useRef<HTMLFormElement>(null);
  const card = useRef<PanelHandle>(null);
  const stcPay = useRef<PanelHandle>(null);
  /** The part that was pressed last: messages stand beside it. */
  const [part, setPart] = useState<"wallet" | "card">("card");
  const [isAsked, setAsked] = useState(() => asksPayer(props.order, startCountry));
  const [emailProof, setEmailProof] = useState(props.order.emailSignature);
  const [isEmailAsked, setEmailAsked] = useState(props.order.needsEmail && emailProof === null);
  const [isAgreed, setAgreed] = useState(false);
  const [isAgreementMissing, setAgreementMissing] = useState(false);
  const { toast, showToast, closeToast } = useToast();

  const askForAgreement = useCallback(() => {
    setAgreementMissing(true);
    showToast(texts("agreementRequired"));
    document.getElementById(agreementId)?.focus();
  }, [texts, showToast]);

  // The buyer may have ticked and pressed before the scripts arrived.
  useEffect(() => {
    setAgreed(document.querySelector<HTMLInputElement>(`#${agreementId}`)?.checked ?? false);
    if (takeEarlyPress()) cardForm.current?.requestSubmit();
  }, []);
  useEffect(() => {
    if (end?.kind === "agreement") askForAgreement();
    if (end?.kind === "email") setEmailAsked(true);
    if (end?.kind === "payer") {
      setAsked(true);
      showToast(texts("enterClientNameAndMobile"));
    }
    if (end && "field" in end && end.field !== undefined)
      focusOn(part === "card" ? card.current : stcPay.current, end.field);
  }, [end, part, askForAgreement, showToast, texts]);

  /** Who pays, once all that is needed is there; else the buyer sees what is missing. */
  const readPayer = (panel: PanelHandle | null): Payer | null => {
    if (isEmailAsked) return null;
    if (order.hasAgreement && !isAgreed) {
      askForAgreement();
      return null;
    }
    const wrongMain = isAsked ? main.check() : null;
    const wrongInPanel = panel?.check() ?? null;
    const values = isAsked ? main.values() : knownPayer(order, startCountry);
    if (isPayerMissing(values)) showToast(texts("enterClientNameAndMobile"));
    const wrong = wrongMain ?? wrongInPanel;
    if (wrong === null) {
      const proven = { ...order, emailSignature: emailProof };
      return toPayer(proven, values, { agreementAccepted: isAgreed, channel: "frame" });
    }
    focusOn(wrongMain === null ? panel : null, wrong);
    return null;
  };
  const submit = (event: FormEvent, pressed: typeof part, panel: PanelHandle | null): void => {
    event.preventDefault();
    setPart(pressed);
    const payer = panel && !isBusy ? readPayer(panel) : null;
    if (panel && payer) run(() => panel.pay(payer));
  };
  const onSigned = (emailSignature: string): void => {
    setEmailProof(emailSignature);
    setEmailAsked(false);
    forget();
  };

  const isLocked = order.hasAgreement && !isAgreed;
  const message = end?.kind === "message" ? end.message : null;
  const messageOf = (where: typeof part) => (
    <div className="pay-message" role="alert">
      {message && part === where && <p>{"key" in message ? texts(message.key) : message.text}</p>}
    </div>
  );
  const panelProps = (id: MethodId) => ({
    order,
    cardSettings,
    settings: methodSettings[id] ?? {},
    onToast: showToast,
  });
  const has = (id: MethodId): boolean => methods.includes(id);
  const hasWallet = has("applepay") || has("stcpay");
  if (end?.kind === "instructions") return end.content;
  return (
    <div className="frame-form">
      {isAsked && <MainFields form={main} order={order} startCountry={startCountry} hidesAddress />}
      {order.hasAgreement && (
        <Agreement
          file={`${order.webUrl}/web/getDesktopOrderFile/${encodeURIComponent(order.orderNumber)}`}
          isAccepted={isAgreed}
          onChange={(accepted) => {
            setAgreed(accepted);
            setAgreementMissing(false);
          }}
          isMissing={isAgreementMissing}
        />
      )}
      {hasWallet && (
        <div className="frame-wallets">
          <WalletButtons
            ids={methods.filter((id) => id === "applepay")}
            settings={methodSettings}
            props={{
              order,
              isLocked,
              readPayer: () => readPayer(null),
              run: (work) => {
                setPart("wallet");
                run(work);
              },
            }}
          />
          <WalletsElsewhere ids={methods} orderNumber={order.orderNumber} />
          {has("stcpay") && (
            <FrameStcPay
              handle={stcPay}
              props={panelProps("stcpay")}
              isBusy={isBusy}
              isLocked={isLocked}
              onSubmit={(event) => submit(event, "wallet", stcPay.current)}
            />
          )}
          {messageOf("wallet")}
        </div>
      )}
      {hasWallet && has("card") && <p className="frame-divider">{t("orPayWithCard")}</p>}
      {has("card") && (
        // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
        <form
          ref={cardForm}
          className="payment-form"
          method="dialog"
          noValidate
          onSubmit={(event) => submit(event, "card", card.current)}
        >
          <p className="card-marks">
            <Signs id="card" allowed={order.allowed} />
          </p>
          <PanelSlot id="card" isOpen props={{ ...panelProps("card"), ref: card, onStep: () => undefined }} />
          <CardEnd order={order} isLocked={isLocked} isBusy={isBusy} message={messageOf("card")} />
        </form>
      )}
      <ProcessingModal isOpen={isBusy} />
      <Toast toast={toast} onClose={closeToast} />
      {isEmailAsked && <EmailGate orderNumber={order.orderNumber} onSigned={onSigned} />}
    </div>
  );
}

type CardEndProps = {
  readonly order: PaymentOrder;
  readonly isLocked: boolean;
  readonly isBusy: boolean;
  readonly message: ReactNode;
};

function CardEnd({ order, isLocked, isBusy, message }: CardEndProps) {
  const t = useTranslations("frame");
  return (
    <div className="pay-section">
      {message}
      <p className="frame-total">
        <span>{t("total")}</span> <Amount value={order.total} currency={order.currencyName} />
      </p>
      <ForeignEquivalent order={order} />
      <PayButton order={order} isLocked={isLocked} isBusy={isBusy} />
    </div>
  );
}

/** Fields of the card gateway's own frames take the focus through their panel. */
function focusOn(panel: PanelHandle | null, field: string): void {
  if (panel?.focus) panel.focus(field);
  else document.getElementById(field)?.focus();
}
