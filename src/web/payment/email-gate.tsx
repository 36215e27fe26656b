/** Where the e-mail confirmation stands in the payment form: fetched only for orders that need it, with its texts. */
import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { EmailConfirmationProps } from "../components/email-confirmation.tsx";
import { Later } from "../forms/later.tsx";
import { loadWithTexts } from "./later-texts.tsx";

const loadConfirmation = async () => (await import("../components/email-confirmation.tsx")).EmailConfirmation;

export function EmailGate(props: EmailConfirmationProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const load = useCallback(() => loadWithTexts(loadConfirmation, language), [language]);
  return (
    <Later
      load={load}
      props={props}
      // Browsers remember that a module could not be fetched: only a new page asks again.
      failed={() => (
        <p className="method-waiting" role="alert">
          {t("emailNotLoaded")}{" "}
          <button type="button" className="text-button" onClick={() => window.location.reload()}>
            {t("loadAgain")}
          </button>
        </p>
      )}
    />
  );
}
