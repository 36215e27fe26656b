/**
 * The window in which the buyer of a digital product confirms an e-mail address (Spec 2.4): it cannot be closed, only
 * finished. Loaded by pages that need it alone.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { errorText } from "../forms/error-text.ts";
import { emailInput } from "../forms/field-props.ts";
import { TextField } from "../forms/text-field.tsx";
import { addresses } from "../routes.ts";
import { type EmailConfirmationProps, useEmailSteps } from "./use-email-steps.ts";

export function EmailConfirmation(props: EmailConfirmationProps) {
  const t = useTranslations("email");
  const { step, form, isBusy, failure, onSubmit, onInput, sendCode, changeEmail } = useEmailSteps(props);
  const isWaiting = step.kind === "waiting_otp";
  const field = (name: "email" | "otp") => ({
    id: `confirmation-${name}`,
    field: name,
    label: t(name),
    required: true,
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
              dir="ltr"
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
          href={addresses.invoice(props.orderNumber)}
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
