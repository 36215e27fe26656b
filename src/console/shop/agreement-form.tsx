/** The next version of the terms of sale, in both languages. What is typed survives a reload; what was issued keeps its version. */
import { useState } from "react";
import type { Agreement } from "#contract/agreements.ts";
import type { WrongField } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { dropDraft, keepDraft, readKeptDraft } from "../forms/kept-draft.ts";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { AsRead } from "./agreements.tsx";

const names = ["title", "text", "englishTitle", "englishText"] as const;
type Typed = Readonly<Record<(typeof names)[number], string>>;

type FormProps = {
  /** What the form begins with. */
  readonly begun: Agreement | undefined;
  /** The number that the version will have. */
  readonly next: number;
};

export function AgreementForm({ begun, next }: FormProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const kept = `terms ${shop.merchantId}`;
  const [first] = useState<Typed>(() => ({ ...begunWith(begun), ...readKeptDraft(kept) }));
  const [typed, setTyped] = useState(first);
  const publishing = useChange("POST /api/v1/agreements", () => dropDraft(kept));
  const publish = async (data: FormData): Promise<Faults | null> => {
    const read = typedIn(data);
    const hasEnglish = read.englishTitle !== "" || read.englishText !== "";
    const needed = hasEnglish ? names : (["title", "text"] as const);
    const empty = needed.filter((name) => read[name] === "");
    if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, "agreements.empty"] as const));
    const english = hasEnglish ? { title: read.englishTitle, text: read.englishText } : null;
    await publishing.mutateAsync({ body: { title: read.title, text: read.text, english, isStandard: true } });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(publish, faultsOf);
  const field = (name: (typeof names)[number], isText: boolean) => (
    <Field
      name={name}
      label={t(`agreements.${name}`)}
      defaultValue={first[name]}
      maxLength={isText ? 20_000 : 200}
      fault={faults[name]}
      wordsIn={name.startsWith("english") ? "en" : "ar"}
      {...(isText && { lines: 8 })}
    />
  );
  return (
    <form
      ref={form}
      className="panel form"
      noValidate
      onSubmit={submit}
      onChange={({ currentTarget }) => {
        const data = new FormData(currentTarget);
        setTyped(typedIn(data));
        keepDraft(kept, data, names);
      }}
      aria-labelledby="new-version"
    >
      <h2 id="new-version">{t("agreements.next", { version: next })}</h2>
      <p className="soft">{t("agreements.nextHint")}</p>
      <div className="terms-pair">
        <div className="form">
          {field("title", false)}
          {field("text", true)}
        </div>
        <div className="form">
          {field("englishTitle", false)}
          {field("englishText", true)}
        </div>
      </div>
      <details>
        <summary>{t("agreements.asRead")}</summary>
        <div className="terms-pair">
          <AsRead title={typed.title} text={typed.text} />
          {typed.englishText !== "" && <AsRead title={typed.englishTitle} text={typed.englishText} />}
        </div>
      </details>
      {failure && <Failed failure={failure} />}
      <div className="shop-save">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t("agreements.publish")}
        </button>
      </div>
    </form>
  );
}

function begunWith(begun: Agreement | undefined): Typed {
  const { title = "", text = "", english } = begun ?? {};
  return { title, text, englishTitle: english?.title ?? "", englishText: english?.text ?? "" };
}

function typedIn(data: FormData): Typed {
  const text = (name: string): string => String(data.get(name) ?? "").trim();
  return {
    title: text("title"),
    text: text("text"),
    englishTitle: text("englishTitle"),
    englishText: text("englishText"),
  };
}

/** The server's names of fields as the form's. */
function faultsOf(fields: readonly WrongField[]): Faults {
  const nameOf: Readonly<Record<string, string>> = {
    title: "title",
    text: "text",
    "english.title": "englishTitle",
    "english.text": "englishText",
  };
  return Object.fromEntries(
    fields.flatMap(({ path }) => (nameOf[path] ? [[nameOf[path], "agreements.wrong"] as const] : [])),
  );
}
