/** Card entry in the mode of the installation: our own form, or the gateway's fields (decision K4). */
import type { PanelProps } from "#web/payment/panel.ts";
import type { CardKind } from "./card-fields.ts";
import { CardForm } from "./card-form.tsx";
import { HostedFields } from "./hosted-fields.tsx";

type CardEntryProps = PanelProps & { readonly kind: CardKind; readonly connectionError: string };

export function CardEntry({ ref, order, cardSettings, kind, connectionError }: CardEntryProps) {
  const shared = { ref, kind, order, connectionError };
  if (cardSettings.directApi) return <CardForm {...shared} />;
  const script = kind === "amex" ? cardSettings.amexSessionFormUrl : cardSettings.sessionFormUrl;
  return <HostedFields {...shared} script={script} />;
}
