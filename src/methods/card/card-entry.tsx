/** Card entry in the mode of the installation: our own form, or the gateway's fields (decision K4). */
import type { CardMethod } from "#core/card/card-brands.ts";
import { Later } from "#web/forms/later.tsx";
import { NotLoaded } from "#web/forms/not-loaded.tsx";
import type { PanelProps } from "#web/payment/panel.ts";
import { CardForm } from "./card-form.tsx";
import { HostedWaiting } from "./hosted-places.tsx";
import { scriptSettings } from "./script-setting.ts";

type CardEntryProps = PanelProps & { readonly kind: CardMethod; readonly connectionError: string };

const loadHostedFields = async () => (await import("./hosted-fields.tsx")).HostedFields;

export function CardEntry({ ref, order, cardSettings, kind, connectionError }: CardEntryProps) {
  const shared = { ref, kind, order, connectionError };
  if (cardSettings.directApi) return <CardForm {...shared} />;
  const script = cardSettings[scriptSettings[kind]];
  return (
    <Later
      load={loadHostedFields}
      props={{ ...shared, script }}
      waiting={<HostedWaiting ref={ref} kind={kind} />}
      failed={<NotLoaded method={kind} />}
    />
  );
}
