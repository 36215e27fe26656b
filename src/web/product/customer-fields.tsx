/** Who buys: name and mobile with its country (Spec 2.2, 5). */
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { FilledIn } from "#contract/pages.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import type { NamedCountry } from "../forms/country-name.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { PhoneField } from "../forms/phone-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import type { Form } from "../forms/use-form.ts";
import type { CustomerFieldName } from "./customer-form.ts";

type CustomerFieldsProps = {
  readonly form: Form;
  /** Country of the mobile as the buyer left it before a reload; null for the one that the page came with. */
  readonly keptCountry: DialCode | null;
  readonly filledIn?: FilledIn | undefined;
  /** Else this: of what the shop knows of the buyer, or Saudi Arabia. */
  readonly start: NamedCountry;
};

export function CustomerFields({ form, keptCountry, filledIn, start }: CustomerFieldsProps) {
  const t = useTranslations("product");
  const [chosen, setChosen] = useState<DialCode | null>(null);
  const field = fieldsOf<CustomerFieldName>(form, t);
  return (
    <fieldset>
      <legend>{t("yourDetails")}</legend>
      <TextField
        {...field("customerName")}
        required
        label={t("name")}
        autoComplete="name"
        maxLength={100}
        defaultValue={filledIn?.name}
      />
      <PhoneField
        {...field("customerMobile")}
        countryField={"customerCountry" satisfies CustomerFieldName}
        label={t("mobile")}
        defaultValue={filledIn?.mobile ?? ""}
        country={chosen ?? keptCountry ?? start.row}
        start={start}
        onCountry={setChosen}
      />
    </fieldset>
  );
}
