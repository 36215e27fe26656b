/** One section of the shop's settings: a form that is saved by itself, with what is wrong said at its field. */
import { useIsMutating } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { OwnMerchant } from "#contract/merchant.ts";
import { sellerSchemes } from "#core/tax/tax-party.ts";
import type { WrongField } from "../calls/call.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { type Fault, faultOfCode } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { keyIfAny, type Translate, useWording } from "../i18n/texts.ts";
import { SaveRow } from "./save-row.tsx";
import { useSaving } from "./saving.ts";
import { type ShopField, type ShopSection, storedAt, type Typed, textName } from "./shop-fields.ts";

type SectionProps = { readonly section: ShopSection; readonly merchant: OwnMerchant };

export function Section({ section, merchant }: SectionProps) {
  const { t } = useWording();
  const saving = useSaving(section, merchant);
  const isSaving = useIsMutating() > 0;
  const [isChanged, setChanged] = useState(false);
  // What is read again changes no field: something may be typed there.
  const [first] = useState(merchant);
  const { name, fields, english } = section;
  // A shop of one person has that person's address and mobile.
  const kept = useKeptTyping(`shop-${name}`, {
    sealed: [...fields, ...(english ?? [])].map(({ path }) => path),
  });
  const id = `shop-${name}`;
  const wrong = saving.error?.fields ?? [];
  const faultOf = (path: string): Fault | null => {
    const found = wrong.find((one) => one.path === path);
    return found ? faultText(found, t) : null;
  };
  const isAtFields =
    wrong.length > 0 &&
    wrong.every(({ path }) => [...fields, ...(english ?? [])].some((field) => field.path === path));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed: Typed = Object.fromEntries(
      [...new FormData(form)].map(([path, text]) => [path, String(text).trim()]),
    );
    setChanged(false);
    saving.mutate(typed, {
      onSuccess: kept.drop,
      onError: ({ fields: [first] }) => first && focus(form, first.path),
    });
  };
  return (
    <form
      className="panel form shop-section"
      noValidate
      onSubmit={submit}
      onChange={() => setChanged(true)}
      aria-labelledby={id}
    >
      <div>
        <h2 id={id}>{t(`shopSection.${name}`)}</h2>
        <p className="soft">{t(`shopSection.${name}Hint`)}</p>
      </div>
      {kept.keeper}
      {english === undefined ? (
        <Fields fields={fields} merchant={first} faultOf={faultOf} />
      ) : (
        <>
          <fieldset className="line">
            <legend>{t("shopSection.addressAr")}</legend>
            <Fields fields={fields} merchant={first} faultOf={faultOf} />
          </fieldset>
          <fieldset className="line">
            <legend>{t("shopSection.addressEn")}</legend>
            <Fields fields={english} merchant={first} faultOf={faultOf} />
          </fieldset>
        </>
      )}
      {saving.error && !isAtFields && <Failed failure={saving.error} />}
      <SaveRow isSaving={isSaving} isSaved={saving.isSuccess && !isChanged} />
    </form>
  );
}

type FieldsProps = {
  readonly fields: readonly ShopField[];
  readonly merchant: OwnMerchant;
  readonly faultOf: (path: string) => Fault | null;
};

function Fields({ fields, merchant, faultOf }: FieldsProps) {
  return (
    <div className="shop-fields">
      {fields.map((field) => (
        <OneField
          key={field.path}
          field={field}
          stored={storedAt(merchant, field.path)}
          fault={faultOf(field.path)}
        />
      ))}
    </div>
  );
}

function focus(form: HTMLFormElement, path: string): void {
  const control = form.elements.namedItem(path);
  if (control instanceof HTMLElement) control.focus();
}

/** What is wrong with a field, as its code says; else that it is wrong. */
function faultText({ code, path, stored }: WrongField & { stored?: string }, t: Translate): Fault {
  if (stored !== undefined) return { text: "shopFault.changed_elsewhere", values: { stored: stored || "—" } };
  const ofAllForms = faultOfCode(code);
  if (ofAllForms !== null) return ofAllForms;
  const name = code === "invalid_number" ? (path.split(".")[1] ?? code) : code;
  return keyIfAny(t, `shopFault.${name}`) ?? "shopFault.other";
}

type OneFieldProps = {
  readonly field: ShopField;
  readonly stored: string;
  readonly fault: Fault | null;
};

function OneField({ field, stored, fault }: OneFieldProps) {
  const { t } = useWording();
  const { path, kind, isRequired = false, maxLength, lines, wordsIn } = field;
  const label = t(`shopField.${textName(path)}`);
  if (kind === "scheme")
    return (
      <label className="field">
        <span>{label}</span>
        <select name={path} className="control" defaultValue={stored || sellerSchemes[0]}>
          {sellerSchemes.map((scheme) => (
            <option key={scheme} value={scheme}>
              {t(`sellerScheme.${scheme}`)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <Field
      name={path}
      label={label}
      hint={field.hasHint ? t(`shopField.${textName(field.path)}Hint`) : undefined}
      defaultValue={stored}
      fault={fault}
      isRequired={isRequired}
      maxLength={maxLength}
      wordsIn={wordsIn}
      {...(lines !== undefined && { lines })}
      isLtr={kind !== undefined || field.isLtr === true}
      {...(kind === "email" && { type: "email" as const, inputMode: "email" as const })}
      {...(kind === "tel" && { type: "tel" as const, inputMode: "tel" as const })}
      {...(kind === "digits" && { inputMode: "numeric" as const })}
    />
  );
}
