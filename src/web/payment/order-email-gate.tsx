/** Where the e-mail confirmation stands in a payment form: fetched only for orders that need it, with its texts. */
import { useTranslations } from "use-intl/react";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { LaterWithTexts } from "./later-texts.tsx";
import type { PayForm } from "./use-pay-form.ts";

const loadConfirmation = async () => (await import("../components/email-confirmation.tsx")).EmailConfirmation;

/** Nothing while no address is asked for. */
export function OrderEmailGate({ pay }: { readonly pay: PayForm }) {
  const t = useTranslations("payment");
  if (!pay.state.isEmailAsked) return null;
  const props = { orderNumber: pay.order.orderNumber, onSigned: pay.onSigned };
  return (
    <LaterWithTexts load={loadConfirmation} props={props} failed={<NotLoaded text={t("emailNotLoaded")} />} />
  );
}
