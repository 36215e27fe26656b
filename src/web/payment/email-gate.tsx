/** Where the e-mail confirmation stands in the payment form: fetched only for orders that need it, with its texts. */
import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { EmailConfirmationProps } from "../components/email-confirmation.tsx";
import { Later } from "../forms/later.tsx";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { loadWithTexts } from "./later-texts.tsx";

const loadConfirmation = async () => (await import("../components/email-confirmation.tsx")).EmailConfirmation;

export function EmailGate(props: EmailConfirmationProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const load = useCallback(() => loadWithTexts(loadConfirmation, language), [language]);
  return <Later load={load} props={props} failed={<NotLoaded text={t("emailNotLoaded")} />} />;
}
