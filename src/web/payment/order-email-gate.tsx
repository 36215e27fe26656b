/** Where the e-mail confirmation stands in a payment form: fetched only for orders that need it, with its texts. */
import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { Later } from "../forms/later.tsx";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { loadWithTexts } from "./later-texts.tsx";
import type { PayForm } from "./use-pay-form.ts";

const loadConfirmation = async () => (await import("../components/email-confirmation.tsx")).EmailConfirmation;

/** Nothing while no address is asked for. */
export function OrderEmailGate({ pay }: { readonly pay: PayForm }) {
  const t = useTranslations("payment");
  const language = useLocale();
  const load = useCallback(() => loadWithTexts(loadConfirmation, language), [language]);
  if (!pay.state.isEmailAsked) return null;
  const props = { orderNumber: pay.order.orderNumber, onSigned: pay.onSigned };
  return <Later load={load} props={props} failed={<NotLoaded text={t("emailNotLoaded")} />} />;
}
