/** Who buys: name and mobile with its country (Spec 2.2, 5). */
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type DialCode, saudiArabia } from "#core/phone/mobile.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { PhoneField } from "../forms/phone-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import type { Form } from "../forms/use-form.ts";
import type { CustomerFieldName } from "./customer-form.ts";

type CustomerFieldsProps = {
  readonly form: Form;
  /** Country of the mobile as the buyer left it before a reload; null for Saudi Arabia. */
  readonly keptCountry: DialCode | null;
};

export function CustomerFields({ form, keptCountry }: CustomerFieldsProps) {
  const t = useTranslations("product");
  const [chosen, setChosen] = useState<DialCode | null>(null);
  const field = fieldsOf<CustomerFieldName>(form, t);
  return (
    <fieldset>
      <legend>{t("yourDetails")}</legend>
      <TextField {...field("customerName")} required label={t("name")} autoComplete="name" maxLength={100} />
      <PhoneField
        {...field("customerMobile")}
        countryField={"customerCountry" satisfies CustomerFieldName}
        label={t("mobile")}
        defaultValue=""
        country={chosen ?? keptCountry ?? saudiArabia}
        onCountry={setChosen}
      />
    </fieldset>
  );
}
