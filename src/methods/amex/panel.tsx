/** The panel of American Express: the same entry as for other cards, on a gateway profile of its own (Spec 4). */
import { useTranslations } from "use-intl/react";
import { CardEntry } from "#methods/card/card-entry.tsx";
import type { PanelProps } from "#web/payment/panel.ts";

export function AmexPanel(props: PanelProps) {
  const t = useTranslations("amex");
  return <CardEntry {...props} kind="amex" connectionError={t("connectionError")} />;
}
