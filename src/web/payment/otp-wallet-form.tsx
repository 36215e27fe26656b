/**
 * The panel of a wallet that is paid with a one-time code, the same for STC Pay and UR Pay (Spec 2.3, 4 and 5): the
 * mobile first; once a code was sent, its field below the mobile, which can only be read then.
 */
import { type FormEvent, type MouseEvent, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl/react";
import type { PaymentResult } from "#contract/payment.ts";
import type { FieldTable } from "#core/fields.ts";

import { normaliseDigits } from "#core/text.ts";
import type { OtpMethod } from "#methods/allowed.ts";
import type { SendOtpReply } from "#methods/otp-wallets/calls.ts";
import type { CallOutcome } from "../browser/api.ts";
import { rewriteInput } from "../forms/caret.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { TextField } from "../forms/text-field.tsx";
import { fieldIn } from "../forms/typed.ts";
import { useForm } from "../forms/use-form.ts";
import { CodeStep, type SentCode } from "./otp-code-step.tsx";
import {
  afterConfirm,
  afterSend,
  type CodeSession,
  saudiDialCode,
  saudiMobile,
  startMobile,
} from "./otp-wallet.ts";
import type { PanelProps, Payer, PayOutcome } from "./panel.ts";

/** What the two wallets do not share. */
export type OtpWallet = {
  /** The method's id, which is the name of its texts, too. */
  readonly id: OtpMethod;
  readonly fields: FieldTable;
  readonly mobileField: string;
  readonly codeField: string;
  /** Both calls of Spec 7. Mobiles in national form: "512345678". */
  readonly sendOtp: (input: WalletInput) => Promise<CallOutcome<SendOtpReply>>;
  readonly processPayment: (
    input: WalletInput & { readonly code: string; readonly session: CodeSession },
  ) => Promise<CallOutcome<PaymentResult>>;
};

export type WalletInput = {
  readonly payer: Payer;
  readonly mobile: string;
  /** What the page shows, for the server to compare (decision K3). */
  readonly total: number;
};

type OtpWalletFormProps = PanelProps & { readonly wallet: OtpWallet };

export function OtpWalletForm({ ref, order, wallet, begun, onToast, onStep }: OtpWalletFormProps) {
  const t = useTranslations(wallet.id);
  const [sent, setSent] = useState(() => sentEarlier(begun));
  const isResumed = sent?.isResumed ?? false;
  const form = useForm(() => (isResumed ? { [codeField]: wallet.fields[codeField] ?? {} } : wallet.fields));
  /** The press that is under way is one for another code. */
  const wantsAnother = useRef(false);
  const { mobileField, codeField } = wallet;
  const field = fieldsOf<string>(form, t);
  const input = (name: string) => fieldIn(form.root.ref.current, name);
  const typedMobile = () => saudiMobile(form.values()[mobileField] ?? "");

  const startOver = (): void => {
    setSent(null);
    onStep("pay");
  };
  const wrong = (name: string, textKey: string): PayOutcome => {
    form.show([{ field: name, textKey }]);
    return { kind: "fields", field: name };
  };

  const sendCode = async (payer: Payer): Promise<PayOutcome> => {
    const mobile = typedMobile();
    if (!mobile) return wrong(mobileField, "mobileInvalid");
    const next = afterSend(await wallet.sendOtp({ payer, mobile: mobile.national, total: order.total }));
    if (next.kind === "code_sent") {
      setSent(sentNow(next.session, mobile.national));
      onStep("submit");
      const earlier = input(codeField);
      if (earlier) earlier.value = "";
      return { kind: "next_step", field: codeField };
    }
    if (next.kind !== "end" || !next.codeLives) startOver();
    if (next.kind === "mobile") return wrong(mobileField, next.textKey);
    return next.kind === "end" ? next.outcome : { kind: "failed", text: t("codeNotSent") };
  };

  const payWithCode = async (payer: Payer, session: SentCode): Promise<PayOutcome> => {
    const code = normaliseDigits(form.values()[codeField] ?? "").trim();
    // The session says which wallet it is; the mobile of a payment that was left is not in the page.
    const mobile = typedMobile()?.national ?? "";
    const reply = await wallet.processPayment({ payer, mobile, total: order.total, code, session });
    const next = afterConfirm(reply, payer.channel);
    if (next.kind === "code") {
      const typed = input(codeField);
      // A wrong code is of no use any more; one that lacks a digit is.
      if (typed && next.textKey === "otpWrong") typed.value = "";
      if (next.textKey === "otpWrong")
        setSent({ ...session, hasMissed: true, triesLeft: session.triesLeft - 1 });
      return wrong(codeField, next.textKey);
    }
    if (next.kind === "over" && next.outcome.kind !== "result") startOver();
    return next.outcome;
  };

  const check = (): string | null => {
    // Another code goes where the last one went: nothing is typed for it.
    if (wantsAnother.current) return null;
    if (!isResumed && (form.values()[mobileField] ?? "").trim() === "") onToast(t("enterMobile"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> =>
    sent === null || wantsAnother.current ? await sendCode(payer) : await payWithCode(payer, sent);
  useImperativeHandle(ref, () => ({ check, pay, mobile: () => typedMobile()?.e164 ?? "" }));

  const askAgain = (event: MouseEvent<HTMLButtonElement>): void => {
    // It goes to the same mobile or to one that the buyer names.
    wantsAnother.current = !isResumed || typedMobile()?.national.endsWith(sent?.mobileEnd ?? "") === true;
    // Everything up to the call itself happens inside of this.
    if (wantsAnother.current) event.currentTarget.form?.requestSubmit();
    else changeMobile();
    wantsAnother.current = false;
  };
  const changeMobile = (): void => {
    // Its place may be hidden until then.
    flushSync(startOver);
    input(mobileField)?.focus();
  };
  const onInput = (event: FormEvent<HTMLElement>): void => {
    const code = input(codeField);
    if (code) rewriteInput(code, normaliseDigits(code.value).replace(/\D/g, ""));
    form.root.onInput(event);
  };

  return (
    <div {...form.root} onInput={onInput} className="card-form">
      <div hidden={isResumed}>
        <TextField
          {...field(mobileField)}
          required
          readOnly={sent !== null}
          label={t("mobile")}
          {...(sent === null && { hint: t("mobileHint") })}
          before={<DialCode />}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          dir="ltr"
          maxLength={20}
          defaultValue={startMobile(order)}
        />
      </div>
      {sent && (
        <CodeStep
          wallet={wallet}
          field={field(codeField)}
          sent={sent}
          onAsk={askAgain}
          onChangeMobile={changeMobile}
        />
      )}
    </div>
  );
}

function sentEarlier(begun: PanelProps["begun"]): SentCode | null {
  return begun ? { ...begun, hasMissed: false, isResumed: true } : null;
}

function sentNow(session: CodeSession, mobile: string): SentCode {
  return { ...session, mobileEnd: mobile.slice(-3), hasMissed: false, secondsAgo: 0, isResumed: false };
}

function DialCode() {
  return (
    <span className="dial-code" dir="ltr" aria-hidden="true">
      +{saudiDialCode}
    </span>
  );
}
