/**
 * The window in which the buyer of a digital product confirms an e-mail address (Spec 2.4): it cannot be closed, only
 * finished. Loaded by pages that need it alone.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { normaliseDigits } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { rewriteInput } from "../forms/caret.ts";
import { errorText } from "../forms/error-text.ts";
import { emailInput } from "../forms/field-props.ts";
import { TextField } from "../forms/text-field.tsx";
import { fieldIn } from "../forms/typed.ts";
import { useForm } from "../forms/use-form.ts";
import { addresses } from "../routes.ts";
import { afterEmailCall, type EmailStep, emailFields, type Failure } from "./email-steps.ts";

export type EmailConfirmationProps = {
  readonly orderNumber: string;
  /** Called once with the proof that payment calls need. */
  readonly onSigned: (emailSignature: string) => void;
};

const emailType = "EmailOtp";
const limits = { timeoutMs: timing.gatewaySessionTimeoutMs };

export function EmailConfirmation({ orderNumber, onSigned }: EmailConfirmationProps) {
  const t = useTranslations("email");
  const lang = useLocale();
  const [step, setStep] = useState<EmailStep>({ kind: "entering_email" });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm(() => emailFields[step.kind]);
  const isWaiting = step.kind === "waiting_otp";
  const params = { orderNumber };

  const typed = (name: string): string => (form.values()[name] ?? "").trim();
  const input = (name: string) => fieldIn(form.root.ref.current, name);

  /** Runs one call at a time; gives the signature of a good answer, else says what is wrong. */
  const ask = async (
    calling: () => Promise<Parameters<typeof afterEmailCall>[0]>,
    otherwise: "notSubmitted" | "notValidated",
  ): Promise<string | null> => {
    setBusy(true);
    setFailure(null);
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
    const code = input("otp");
    if (code) rewriteInput(code, normaliseDigits(code.value).replace(/\D/g, ""));
    form.root.onInput(event);
  };
  const changeEmail = (): void => {
    setStep({ kind: "entering_email" });
    setFailure(null);
    input("email")?.focus();
  };

  const codeRoot = form.root.ref;
  useEffect(() => {
    if (isWaiting) fieldIn(codeRoot.current, "otp")?.focus();
  }, [isWaiting, codeRoot]);

  const field = (name: "email" | "otp") => ({
    id: `confirmation-${name}`,
    field: name,
    label: t(name),
    required: true,
    dir: "ltr" as const,
    error: errorText(t, form.errors[name]),
  });
  return (
    <StaticDialog title={t("title")}>
      {/* The browser's own check would speak first, and in its own words. */}
      <form className="payment-form" noValidate onSubmit={onSubmit} aria-busy={isBusy}>
        <p>{t("why")}</p>
        <div {...form.root} onInput={onInput} className="card-form">
          <TextField {...field("email")} {...emailInput} readOnly={isWaiting || isBusy} />
          {isWaiting && (
            <TextField
              {...field("otp")}
              hint={t("sent")}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder={t("otpPlaceholder")}
              maxLength={8}
            />
          )}
        </div>
        <div className="pay-message" role="alert">
          {failure && (
            <p>
              {t(failure.key)}
              {failure.more !== null && ` ${failure.more}`}
            </p>
          )}
        </div>
        <button type="submit" className="pay-button" aria-disabled={isBusy}>
          {isBusy ? t("busy") : t(isWaiting ? "confirm" : "send")}
        </button>
        {isWaiting && !isBusy && (
          <div>
            <button type="button" className="text-button" onClick={() => void sendCode(step.email)}>
              {t("another")}
            </button>
            <button type="button" className="text-button" onClick={changeEmail}>
              {t("change")}
            </button>
          </div>
        )}
        {/* The window stays until the address is confirmed (Spec 2.4); reading the invoice needs none. */}
        <a
          className="cancel-link"
          href={addresses.invoice(orderNumber)}
          {...(window.parent !== window && { target: "_blank", rel: "noopener" })}
        >
          {t("readInvoice")}
        </a>
      </form>
    </StaticDialog>
  );
}

/** A window that opens with the page and cannot be closed by the buyer. */
function StaticDialog({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  };
  useEffect(open, []);
  return (
    // Browsers close a dialog on a second Escape whatever the page says; this one opens again.
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby="confirmation-title"
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <div className="modal-head">
        <h2 id="confirmation-title">{title}</h2>
      </div>
      <div className="modal-body">{children}</div>
    </dialog>
  );
}
