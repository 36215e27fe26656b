/** The words of one kind of message, way and language: typed, judged, shown as they are sent, stored, and back to ours. */
import { useState } from "react";
import type { MessageText, MessageTextPreview } from "#contract/message-texts.ts";
import { wordingFaults } from "#core/messages/message-wording.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Failed, failureText } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import type { Fault } from "../forms/field-fault.ts";
import { dropDraft, keepDraft, readKeptDraft } from "../forms/kept-draft.ts";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";

export type Chosen = Pick<MessageText, "kind" | "channel" | "language">;

type Words = { readonly subject: string | undefined; readonly text: string };

/** What the form of these words does: keeps what is typed, judges, shows and stores it. */
function useWords(shown: MessageText) {
  const { shop } = useSession();
  const [wrong, setWrong] = useState<Readonly<Record<string, Fault>>>({});
  const { kind, channel, language, placeholders, required } = shown;
  const params = { kind, channel, language };
  const kept = `words ${shop.merchantId} ${kind} ${channel} ${language}`;
  const drop = (): void => dropDraft(kept);
  const [first] = useState(() => ({
    subject: shown.subject ?? "",
    text: shown.text,
    ...readKeptDraft(kept),
  }));
  const saving = useChange("PUT /api/v1/messages/texts/:kind/:channel/:language", drop);
  const previewing = useChange("POST /api/v1/messages/texts/preview");
  const latest = useRead("GET /api/v1/invoices", { query: { limit: 1 } });
  /** What is typed; null, with what is wrong shown, where it could not be used. */
  const read = (data: FormData): Words | null => {
    const text = String(data.get("text") ?? "");
    const subject = channel === "email" ? String(data.get("subject") ?? "").trim() : undefined;
    const found = {
      ...faultIn("text", text, { placeholders, required }),
      ...(subject !== undefined && faultIn("subject", subject, { placeholders, required: [] })),
    };
    setWrong(found);
    return Object.keys(found).length > 0 ? null : { subject, text };
  };
  const checked = useCheckedForm(
    async (data): Promise<Faults | null> => {
      const body = read(data);
      if (body !== null) await saving.mutateAsync({ params, body });
      return null;
    },
    (fields) => Object.fromEntries(fields.map(({ path }) => [path, "messages.wrong"] as const)),
  );
  const { form, faults } = checked;
  return {
    ...{ ...checked, params, first, previewing, drop },
    keep: (data: FormData): void => keepDraft(kept, data, ["subject", "text"]),
    preview: (): void => {
      const words = form.current && read(new FormData(form.current));
      if (!words) return;
      const orderNumber = latest.data?.items[0]?.orderNumber;
      previewing.mutate({ body: { ...params, ...words, ...(orderNumber && { orderNumber }) } });
    },
    faultOf: (name: string): Fault | undefined => wrong[name] ?? faults[name],
  };
}

export function WordsForm({ shown }: { readonly shown: MessageText }) {
  const { t } = useWording();
  const may = useMay("theme.manage");
  const words = useWords(shown);
  const { channel, language, isOwn } = shown;
  const { form, failure, isBusy, submit, first, previewing, faultOf } = words;
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={submit}
      onChange={({ currentTarget }) => words.keep(new FormData(currentTarget))}
    >
      <p className="soft">
        <span className={isOwn ? "chip chip-paid" : "chip"}>
          {t(isOwn ? "messages.own" : "messages.usual")}
        </span>
      </p>
      {channel === "email" && (
        <Field
          name="subject"
          label={t("messages.subject")}
          defaultValue={first.subject}
          maxLength={200}
          wordsIn={language}
          fault={faultOf("subject")}
        />
      )}
      <Field
        name="text"
        label={t("messages.text")}
        defaultValue={first.text}
        maxLength={2000}
        wordsIn={language}
        lines={channel === "email" ? 6 : 3}
        fault={faultOf("text")}
      />
      <Places shown={shown} />
      {failure && <Failed failure={failure} />}
      <div className="shop-save">
        {may && (
          <button type="submit" className="button button-primary" disabled={isBusy}>
            {t("shop.save")}
          </button>
        )}
        <button type="button" className="button" disabled={previewing.isPending} onClick={words.preview}>
          {t("messages.preview")}
        </button>
        {may && isOwn && <ResetButton params={words.params} onDone={words.drop} />}
      </div>
      <div role="status">
        {previewing.data && <AsSent sent={previewing.data} />}
        {previewing.error && <p className="field-fault">{failureText(previewing.error, t)}</p>}
      </div>
    </form>
  );
}

/** The facts that may stand in the words, and what a message of this way shows beside them. */
function Places({ shown: { channel, placeholders, required } }: { readonly shown: MessageText }) {
  const { t } = useWording();
  return (
    <>
      <dl className="places">
        {placeholders.map((name) => (
          <div key={name} className="fact">
            <dt>
              <bdi dir="ltr" className="code">{`{${name}}`}</bdi>
            </dt>
            <dd>
              {t(`messages.places.${name}`)}
              {required.includes(name) && ` · ${t("messages.needed")}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t(channel === "email" ? "messages.mailHint" : "messages.smsHint")}</p>
    </>
  );
}

function AsSent({ sent: { subject, text, parts } }: { readonly sent: MessageTextPreview }) {
  const { t } = useWording();
  return (
    <div className="panel terms-read">
      {subject !== null && <h3 dir="auto">{subject}</h3>}
      <p dir="auto">{text}</p>
      {parts !== null && <p className="soft">{t("messages.parts", { count: parts })}</p>}
    </div>
  );
}

/** What is wrong with a text, by the name of its field. */
function faultIn(
  field: string,
  text: string,
  places: Pick<MessageText, "placeholders" | "required">,
): Readonly<Record<string, Fault>> {
  if (text.trim() === "") return { [field]: "messages.empty" };
  const { placeholders: allowed, required } = places;
  const [fault] = wordingFaults(text, { allowed, required });
  if (fault === undefined) return {};
  const name = `{${fault.name}}`;
  return { [field]: { text: `messages.${fault.code}`, values: { name } } };
}

function ResetButton({ params, onDone }: { readonly params: Chosen; readonly onDone: () => void }) {
  const { t } = useWording();
  const dropping = useChange("DELETE /api/v1/messages/texts/:kind/:channel/:language", onDone);
  return (
    <>
      <button
        type="button"
        className="act"
        disabled={dropping.isPending}
        onClick={() => dropping.mutate({ params })}
      >
        {t("messages.reset")}
      </button>
      {dropping.error && <Failed failure={dropping.error} />}
    </>
  );
}
