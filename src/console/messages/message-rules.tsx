/** What goes to buyers by itself, by which ways, when not, and when they are reminded. Notices to the shop stay as they are. */
import { useState } from "react";
import type { MessageSettings } from "#contract/message-settings.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { readRules } from "./message-rules-body.ts";

const automatic = ["paymentLink", "receipt", "refundNotice"] as const;

export function MessageRules() {
  const settings = useRead("GET /api/v1/messages/settings", {});
  return (
    <Reading query={settings} rows={5}>
      {(shown) => <RulesForm shown={shown} />}
    </Reading>
  );
}

function RulesForm({ shown }: { readonly shown: MessageSettings }) {
  const { t } = useWording();
  const may = useMay("theme.manage");
  const [channels, setChannels] = useState<readonly MessageChannelName[]>(shown.channels);
  const saving = useChange("PUT /api/v1/messages/settings");
  const save = async (data: FormData): Promise<Faults | null> => {
    const read = readRules(data, { ...shown, channels: [...channels] });
    if ("faults" in read) return read.faults;
    await saving.mutateAsync({ body: read.body });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(save, (fields) =>
    Object.fromEntries(fields.map(({ path }) => [path.replace(/\..*/, ""), "messages.wrong"] as const)),
  );
  // What is read again changes no field: something may be typed there.
  const [first] = useState(shown);
  const days = (name: "daysBefore" | "daysAfter") => (
    <Field
      name={name}
      label={t(`messages.${name}`)}
      hint={t("messages.daysHint")}
      defaultValue={first.reminders[name].join(", ")}
      fault={faults[name]}
      maxLength={40}
      isLtr
    />
  );
  return (
    <form ref={form} className="panel form" noValidate onSubmit={submit} aria-labelledby="message-rules">
      <div>
        <h2 id="message-rules">{t("messages.rules")}</h2>
        <p className="soft">{t("messages.rulesHint")}</p>
      </div>
      <Automatic shown={first.automatic} />
      <Channels channels={channels} onChange={setChannels} />
      <div className="field-pair">
        {days("daysBefore")}
        {days("daysAfter")}
      </div>
      <QuietHours shown={first.quietHours} faults={faults} />
      {failure && <Failed failure={failure} />}
      {may && (
        <div className="shop-save">
          <button type="submit" className="button button-primary" disabled={isBusy}>
            {t("shop.save")}
          </button>
          <p role="status" className="soft">
            {saving.isSuccess && t("shop.saved")}
          </p>
        </div>
      )}
    </form>
  );
}

function Automatic({ shown }: { readonly shown: MessageSettings["automatic"] }) {
  const { t } = useWording();
  return (
    <fieldset className="line">
      <legend>{t("messages.automatic")}</legend>
      {automatic.map((name) => (
        <label key={name} className="check">
          <input type="checkbox" name={name} defaultChecked={shown[name]} />
          <span>{t(`messages.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type QuietProps = {
  readonly shown: MessageSettings["quietHours"];
  readonly faults: Faults;
};

function QuietHours({ shown, faults }: QuietProps) {
  const { t } = useWording();
  return (
    <div className="field-pair">
      <Field
        name="from"
        label={t("messages.quietFrom")}
        hint={t("messages.quietHint")}
        defaultValue={shown?.from}
        fault={faults["from"]}
        maxLength={5}
        isLtr
      />
      <Field
        name="until"
        label={t("messages.quietUntil")}
        defaultValue={shown?.until}
        fault={faults["until"]}
        maxLength={5}
        isLtr
      />
    </div>
  );
}

const all: readonly MessageChannelName[] = ["whatsapp", "sms", "email"];

type ChannelsProps = {
  readonly channels: readonly MessageChannelName[];
  readonly onChange: (channels: readonly MessageChannelName[]) => void;
};

/** The ways in the order in which they were chosen: the first that reaches the buyer is used. */
function Channels({ channels, onChange }: ChannelsProps) {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const hasAccount = (channel: MessageChannelName): boolean =>
    accounts.data?.items.some((one) => one.channel === channel && one.account !== null) ?? true;
  const shown = [...channels, ...all.filter((one) => !channels.includes(one))];
  const set = (channel: MessageChannelName, isOn: boolean): void =>
    onChange(isOn ? [...channels, channel] : channels.filter((one) => one !== channel));
  return (
    <fieldset className="line">
      <legend>{t("messages.ways")}</legend>
      {shown.map((channel) => (
        <label key={channel} className="check">
          <input
            type="checkbox"
            checked={channels.includes(channel)}
            onChange={({ target }) => set(channel, target.checked)}
          />
          <span>
            {channels.includes(channel) && `${channels.indexOf(channel) + 1}. `}
            {t(`send.${channel}`)}
            {!hasAccount(channel) && <span className="soft"> · {t("messages.noAccount")}</span>}
          </span>
        </label>
      ))}
      <p className="field-hint">{t("messages.waysHint")}</p>
    </fieldset>
  );
}
