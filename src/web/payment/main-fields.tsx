/** The fields that every method shares: name, mobile and, where wanted, the delivery address (Spec 2.3). */
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { DialCode } from "#core/mobile.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import { keepDraft, readDraft, restoreDraft } from "../forms/draft.ts";
import { errorText } from "../forms/error-text.ts";
import { PhoneField } from "../forms/phone-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import type { Form } from "../forms/use-form.ts";
import { draftFields, type MainFieldName, shownMobile } from "./main-form.ts";
import type { PaymentOrder } from "./payment-order.ts";

type MainFieldsProps = {
  readonly form: Form;
  readonly order: PaymentOrder;
  /** Of the order's client, else Saudi Arabia (Spec 2.3). */
  readonly startCountry: DialCode;
  readonly hidesAddress: boolean;
};

export function MainFields({ form, order, startCountry, hidesAddress }: MainFieldsProps) {
  const t = useTranslations("payment");
  const [country, setCountry] = useState(startCountry);
  const draftKey = `wasl-draft-${order.orderNumber}`;
  const field = (name: MainFieldName) => ({
    id: name,
    field: name,
    error: errorText(t, form.errors[name]),
    isDone: form.done.includes(name),
  });

  // After a reload or a change of the language: fields that the buyer has not touched since get their text back.
  useEffect(() => {
    const draft = readDraft(() => sessionStorage, draftKey, draftFields);
    restoreDraft(form.root.ref.current, draft);
    const keptCountry = readDialCode(draft["clientCountry"]);
    if (keptCountry) setCountry(keptCountry);
  }, [draftKey, form.root.ref]);

  const onInput = (event: FormEvent<HTMLElement>): void => {
    form.root.onInput(event);
    keepDraft(() => sessionStorage, draftKey, form.values(), draftFields);
  };
  return (
    <div {...form.root} onInput={onInput} className="main-fields">
      <fieldset>
        <legend>{t("yourDetails")}</legend>
        <TextField
          {...field("clientName")}
          required
          label={t("clientName")}
          defaultValue={order.client.name}
          autoComplete="name"
          maxLength={100}
        />
        <PhoneField
          {...field("clientMobile")}
          countryField="clientCountry"
          label={t("clientMobile")}
          defaultValue={shownMobile(order.client.mobile, startCountry)}
          country={country}
          onCountry={setCountry}
        />
      </fieldset>
      {!hidesAddress && (
        <details className="delivery">
          <summary>
            {t("deliveryAddress")} <span className="field-note">({t("optional")})</span>
          </summary>
          <div className="delivery-fields">
            <TextField
              {...field("shipmentCity")}
              label={t("city")}
              autoComplete="shipping address-level2"
              maxLength={100}
            />
            <TextField
              {...field("shipmentAddress")}
              label={t("address")}
              autoComplete="shipping street-address"
              maxLength={200}
            />
          </div>
        </details>
      )}
    </div>
  );
}
