/** The panel of mada, Visa and Mastercard cards. */
import { useTranslations } from "use-intl/react";
import type { PanelProps } from "#web/payment/panel.ts";
import { CardEntry } from "./card-entry.tsx";

export function CardPanel(props: PanelProps) {
  const t = useTranslations("card");
  return <CardEntry {...props} kind="card" connectionError={t("errorProcessingCard")} />;
}
