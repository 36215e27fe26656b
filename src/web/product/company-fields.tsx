/** The company that the order is for: closed until the buyer wants a tax invoice in its name, because most do not. */
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { type CompanyFact, companyFacts, companyFieldNames } from "#core/tax/company-buyer.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { TextField } from "../forms/text-field.tsx";
import type { Form } from "../forms/use-form.ts";

/** Numbers are typed from the left, and with the keys for digits. */
const digits = { dir: "ltr", inputMode: "numeric", autoComplete: "off" } as const;

const inputs: Readonly<Record<CompanyFact, object>> = {
  name: { autoComplete: "organization", maxLength: 200 },
  number: { ...digits, maxLength: 25 },
  buildingNumber: { ...digits, maxLength: 10 },
  street: { autoComplete: "off", maxLength: 200 },
  district: { autoComplete: "off", maxLength: 100 },
  city: { autoComplete: "off", maxLength: 100 },
  postalCode: { ...digits, autoComplete: "postal-code", maxLength: 10 },
};

export function CompanyFields({ form }: { readonly form: Form }) {
  const t = useTranslations("product");
  const field = fieldsOf<string>(form, t);
  const details = useRef<HTMLDetailsElement>(null);
  const isWrong = companyFacts.some((fact) => form.errors[companyFieldNames[fact]] !== undefined);
  // What the server refused is seen; the buyer may close it again.
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  }, [isWrong]);
  return (
    <details ref={details} className="company">
      <summary>{t("companyInvoice")}</summary>
      <p className="field-hint">{t("companyHint")}</p>
      <div className="company-fields">
        {companyFacts.map((fact) => {
          const name = companyFieldNames[fact];
          return <TextField key={fact} {...field(name)} label={t(name)} {...inputs[fact]} />;
        })}
      </div>
    </details>
  );
}
