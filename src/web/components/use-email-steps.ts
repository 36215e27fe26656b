/**
 * What the window of email-confirmation.tsx does: the two calls of Spec 4, one at a time, and the step that the buyer
 * stands at. What each answer leads to is in email-steps.ts.
 */
import { type FormEvent, useEffect, useState } from "react";
import { useLocale } from "use-intl/react";
import { normaliseDigits } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { keepDigits } from "../forms/caret.ts";
import { fieldIn } from "../forms/typed.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import { afterEmailCall, type EmailStep, emailFields, type Failure } from "./email-steps.ts";

export type EmailConfirmationProps = {
  readonly orderNumber: string;
  /** Called once with the proof that payment calls need. */
  readonly onSigned: (emailSignature: string) => void;
};

type EmailSteps = {
  readonly step: EmailStep;
  readonly form: Form;
  /** A call is under way. */
  readonly isBusy: boolean;
  /** What went wrong with the last call. */
  readonly failure: Failure | null;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onInput: (event: FormEvent<HTMLElement>) => void;
  /** Has a code sent to the address, the first one or another. */
  readonly sendCode: (email: string) => Promise<void>;
  /** Goes back to the address. */
  readonly changeEmail: () => void;
};

const emailType = "EmailOtp";
const limits = { timeoutMs: timing.gatewaySessionTimeoutMs };

/** Begins at the address; calls `onSigned` at the end. */
export function useEmailSteps({ orderNumber, onSigned }: EmailConfirmationProps): EmailSteps {
  const lang = useLocale();
  const [step, setStep] = useState<EmailStep>({ kind: "entering_email" });
  const { isBusy, failure, forget, ask } = useSigningCall();
  const form = useForm(() => emailFields[step.kind]);
  const isWaiting = step.kind === "waiting_otp";
  const params = { orderNumber };

  const typed = (name: string): string => (form.values()[name] ?? "").trim();
  const input = (name: string) => fieldIn(form.root.ref.current, name);

  const sendCode = async (email: string): Promise<void> => {
    const parts = { params, query: { lang }, body: { email, emailType } as const };
    const signature = await ask(
      () => call("POST /rest/pay/registerClientEmail/:orderNumber", parts, limits),
      "notSubmitted",
    );
    if (signature === null) return;
    setStep({ kind: "waiting_otp", email, signature });
    const earlier = input("otp");
    if (earlier) earlier.value = "";
  };

  const confirmCode = async (email: string, request: string): Promise<void> => {
    const otp = normaliseDigits(typed("otp"));
    const parts = { params, body: { email, otp, signature: request, emailType } as const };
    const signature = await ask(
      () => call("POST /rest/pay/confirmClientEmail/:orderNumber", parts, limits),
      "notValidated",
    );
    if (signature === null) input("otp")?.focus();
    else onSigned(signature);
  };

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = form.check();
    if (wrong !== null) input(wrong)?.focus();
    else void (isWaiting ? confirmCode(step.email, step.signature) : sendCode(typed("email")));
  };
  const onInput = (event: FormEvent<HTMLElement>): void => {
    keepDigits(input("otp"));
    form.root.onInput(event);
  };
  const changeEmail = (): void => {
    setStep({ kind: "entering_email" });
    forget();
    input("email")?.focus();
  };

  const codeRoot = form.root.ref;
  useEffect(() => {
    if (isWaiting) fieldIn(codeRoot.current, "otp")?.focus();
  }, [isWaiting, codeRoot]);

  return { step, form, isBusy, failure, onSubmit, onInput, sendCode, changeEmail };
}

/** One call at a time whose good answer is a signature, and what went wrong with the last one. */
function useSigningCall() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const forget = (): void => setFailure(null);

  /** Gives the signature of a good answer, else says what is wrong. */
  const ask = async (
    calling: () => Promise<Parameters<typeof afterEmailCall>[0]>,
    otherwise: "notSubmitted" | "notValidated",
  ): Promise<string | null> => {
    setBusy(true);
    forget();
    const next = afterEmailCall(await calling(), otherwise);
    if (next.kind === "reload") {
      window.location.reload();
      return null;
    }
    setBusy(false);
    if (next.kind === "signature") return next.signature;
    setFailure(next.failure);
    return null;
  };
  return { isBusy, failure, forget, ask };
}
