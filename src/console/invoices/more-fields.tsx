/** What an invoice may say besides amount and mobile. Closed, the fields keep what they hold. */
import { isoDay } from "../display/iso-day.ts";
import { Field } from "../forms/field.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { type Faults, linesOf, namesOfLine } from "./invoice-form-body.ts";
import { ClientField } from "./known-clients.tsx";
import { LineFields } from "./line-fields.tsx";
import type { Beginning } from "./new-invoice.tsx";
import { TermsField } from "./terms-field.tsx";
import { WhatField } from "./what-field.tsx";

type MoreProps = {
  readonly beginning: Beginning;
  readonly faults: Faults;
  /** Lines came or went. */
  readonly onLines: () => void;
};

const hidden = ["name", "email", "title", "discount", "dueDate", "lastDay", "note"];

export function MoreFields({ beginning, faults, onLines }: MoreProps) {
  const { t, language } = useWording();
  const hasLines = linesOf(Object.keys(beginning)).length > 0;
  const isNeeded =
    hasLines || Object.keys(faults).some((name) => hidden.includes(name) || name.startsWith("line"));
  const given = (name: string) => ({
    name,
    defaultValue: beginning[name],
    fault: faults[name],
  });
  return (
    <details className="more-fields" open={isNeeded || undefined}>
      <summary>{t("new.more")}</summary>
      <div className="form">
        <ClientField by="name" {...given("name")} label={t("new.name")} maxLength={100} />
        <WhatField
          {...given("title")}
          names={namesOfLine(0)}
          beginning={beginning}
          label={t("new.what")}
          hint={t("new.whatHint")}
          maxLength={500}
        />
        <LineFields beginning={beginning} faults={faults} onLines={onLines} />
        <label className="check">
          <input type="checkbox" name="hasVatInside" defaultChecked={beginning["hasVatInside"] !== ""} />
          <span>{t("new.vatInside")}</span>
        </label>
        <Discount given={given("discount")} kind={beginning["discountKind"]} />
        <Field {...given("dueDate")} label={t("new.dueDate")} type="date" min={isoDay(new Date())} />
        <Field
          {...given("lastDay")}
          label={t("new.lastDay")}
          hint={t("new.lastDayHint")}
          type="date"
          min={isoDay(new Date())}
        />
        <Field
          {...given("email")}
          label={t("new.email")}
          type="email"
          inputMode="email"
          isLtr
          maxLength={254}
        />
        <Field {...given("note")} label={t("new.note")} lines={3} maxLength={2000} />
        <TermsField given={beginning["terms"]} />
        <label className="field">
          <span>{t("new.language")}</span>
          <select name="language" className="control" defaultValue={beginning["language"] || language}>
            <option value="ar">{t("new.arabic")}</option>
            <option value="en">{t("new.english")}</option>
          </select>
        </label>
      </div>
    </details>
  );
}

type Given = {
  readonly name: string;
  readonly defaultValue: string | undefined;
  readonly fault: TextKey | undefined;
};

/** Riyals or a share of all. */
export function Discount({ given, kind }: { readonly given: Given; readonly kind: string | undefined }) {
  const { t } = useWording();
  return (
    <div className="two-fields">
      <Field {...given} label={t("new.discount")} inputMode="decimal" isLtr maxLength={24} />
      <label className="field">
        <span>{t("new.discountKind")}</span>
        <select name="discountKind" className="control" defaultValue={kind ?? ""}>
          <option value="">{t("riyal")}</option>
          <option value="percent">{t("coupons.percent")}</option>
        </select>
      </label>
    </div>
  );
}
