/** The tick under the terms of sale that some orders carry (Spec 2.3, decision K7). */
import { useTranslations } from "use-intl/react";

export const agreementId = "agreement";

/** The dialog with the terms; it stands in the page outside of the form (see pages/info-view.tsx). */
export const agreementDialogId = "agreement-terms";

type AgreementProps = {
  /** Address of the agreement file, for browsers in which the dialog cannot open. */
  readonly file: string;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
  /** Pay was pressed without the tick. */
  readonly isMissing: boolean;
};

export function Agreement({ file, isAccepted, onChange, isMissing }: AgreementProps) {
  const t = useTranslations("payment");
  return (
    <div className="agreement">
      <label className="agreement-tick">
        <input
          type="checkbox"
          id={agreementId}
          defaultChecked={isAccepted}
          aria-describedby={`${agreementId}-error`}
          aria-invalid={isMissing ? true : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t("agreement")}</span>
      </label>
      <a href={file} target="_blank" rel="noopener" data-opens={agreementDialogId}>
        {t("readAgreement")}
      </a>
      <p id={`${agreementId}-error`} className={isMissing ? "field-error" : "field-hint"} aria-live="polite">
        {!isAccepted && t("agreementRequired")}
      </p>
    </div>
  );
}
