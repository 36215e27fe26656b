/**
 * What the panel of a wallet with a one-time code does (Spec 4 "UR Pay and STC Pay"): a press of Pay asks for a code,
 * the next one pays with it. What the answers come to is in otp-wallet.ts.
 */
import { type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl/react";
import { normaliseDigits } from "#core/text.ts";
import { fieldIn } from "../forms/typed.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import {
  afterConfirm,
  afterSend,
  type CodeSession,
  type OtpWallet,
  type SentCode,
  saudiMobile,
} from "./otp-wallet.ts";
import type { PanelHandle, PanelProps, Payer, PayOutcome } from "./panel.ts";

export type OtpWalletFormProps = PanelProps & { readonly wallet: OtpWallet };

type OtpWalletSteps = {
  readonly form: Form;
  /** The code that is out; null while none is. */
  readonly sent: SentCode | null;
  /** For the form around the panel. */
  readonly panel: PanelHandle;
  /** Asks for another code: pressed by a button of the form. */
  readonly askAgain: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Goes back to the mobile. */
  readonly changeMobile: () => void;
};

/** Begins at the mobile, or at the code where one was sent before the page was loaded again. */
export function useOtpWallet(props: OtpWalletFormProps): OtpWalletSteps {
  const { order, wallet, begun, onToast, onStep } = props;
  const { mobileField, codeField } = wallet;
  const t = useTranslations(wallet.id);
  const [sent, setSent] = useState(() => sentEarlier(begun));
  const isResumed = sent?.isResumed ?? false;
  const form = useForm(() => (isResumed ? { [codeField]: wallet.fields[codeField] ?? {} } : wallet.fields));
  const input = (name: string) => fieldIn(form.root.ref.current, name);
  const typedMobile = () => saudiMobile(form.values()[mobileField] ?? "");

  const startOver = (): void => {
    setSent(null);
    onStep("pay");
  };
  const changeMobile = (): void => {
    // Its place may be hidden until then.
    flushSync(startOver);
    input(mobileField)?.focus();
  };
  const { wantsAnother, askAgain } = useAnotherCode({
    // It goes to the same mobile or to one that the buyer names.
    isMobileKnown: () => !isResumed || typedMobile()?.national.endsWith(sent?.mobileEnd ?? "") === true,
    changeMobile,
  });
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
    const next = afterConfirm(reply);
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
    if (wantsAnother()) return null;
    if (!isResumed && (form.values()[mobileField] ?? "").trim() === "") onToast(t("enterMobile"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> =>
    sent === null || wantsAnother() ? await sendCode(payer) : await payWithCode(payer, sent);
  const panel = { check, pay, mobile: () => typedMobile()?.e164 ?? "" };
  return { form, sent, panel, askAgain, changeMobile };
}

/** The press for another code, which goes the way of every press of Pay. */
function useAnotherCode(of: { readonly isMobileKnown: () => boolean; readonly changeMobile: () => void }) {
  const isWanted = useRef(false);
  const askAgain = (event: MouseEvent<HTMLButtonElement>): void => {
    isWanted.current = of.isMobileKnown();
    // Everything up to the call itself happens inside of this.
    if (isWanted.current) event.currentTarget.form?.requestSubmit();
    else of.changeMobile();
    isWanted.current = false;
  };
  /** Whether the press that is under way is one for another code. */
  return { wantsAnother: () => isWanted.current, askAgain };
}

function sentEarlier(begun: PanelProps["begun"]): SentCode | null {
  return begun ? { ...begun, hasMissed: false, isResumed: true } : null;
}

function sentNow(session: CodeSession, mobile: string): SentCode {
  return { ...session, mobileEnd: mobile.slice(-3), hasMissed: false, secondsAgo: 0, isResumed: false };
}
