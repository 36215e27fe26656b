/**
 * The fields that every method shares: name, mobile and, where something is delivered, the address (Spec 2.3). A payer
 * whom the order knows is one line; its fields are behind it, and in the page all the time.
 */
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { FieldValues } from "#core/fields.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import { isolateLtr } from "#core/text.ts";
import type { NamedCountry } from "../forms/country-name.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import { isChanged, keepDraft, readDraft, restoreDraft } from "../forms/draft.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { Folded } from "../forms/folded.tsx";
import { PhoneField } from "../forms/phone-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import { readFields } from "../forms/typed.ts";
import type { Form } from "../forms/use-form.ts";
import { asksPayer } from "./known-payer.ts";
import { draftFields, type MainFieldName, shownMobile } from "./main-form.ts";
import { draftKeys } from "./order-drafts.ts";
import type { PaymentOrder } from "./payment-order.ts";

type MainFieldsProps = {
  readonly form: Form;
  readonly order: PaymentOrder;
  /** Of the order's client, else Saudi Arabia (Spec 2.3). */
  readonly start: NamedCountry;
  readonly hidesAddress: boolean;
};

export function MainFields({ form, order, start, hidesAddress }: MainFieldsProps) {
  const t = useTranslations("payment");
  const [country, setCountry] = useState(start.row);
  const [isKnown] = useState(() => !asksPayer(order, start.row));
  const draftKey = draftKeys.main(order.orderNumber);
  const field = fieldsOf<MainFieldName>(form, t);

  const [payer, setPayer] = useState(() => readStart(order, start.row));
  // After a reload or a change of the language: fields that the buyer has not touched since get their text back.
  useEffect(() => {
    const draft = readDraft(() => sessionStorage, draftKey, draftFields);
    const root = form.root.ref.current;
    restoreDraft(root, draft);
    const keptCountry = readDialCode(draft["clientCountry"]);
    if (keptCountry) setCountry(keptCountry);
    if (!isChanged(root)) return;
    // What was typed before this code was there raised no event that it heard.
    keepDraft(() => sessionStorage, draftKey, readFields(root), draftFields);
    setPayer(readFields(root));
  }, [draftKey, form.root.ref]);

  const onInput = (event: FormEvent<HTMLElement>): void => {
    form.root.onInput(event);
    keepDraft(() => sessionStorage, draftKey, form.values(), draftFields);
    setPayer(form.values());
  };
  const fields = (
    <>
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
        defaultValue={shownMobile(order.client.mobile, start.row)}
        country={country}
        start={start}
        onCountry={setCountry}
      />
    </>
  );
  return (
    <div {...form.root} onInput={onInput} className="main-fields">
      {isKnown ? (
        <Folded
          className="payer"
          summary={<span>{payerLine(payer, order, country)}</span>}
          note={t("editDetails")}
        >
          {fields}
        </Folded>
      ) : (
        <fieldset>
          <legend>{t("yourDetails")}</legend>
          {fields}
        </fieldset>
      )}
      {!hidesAddress && order.hasGoods && (
        <Folded className="delivery" summary={<span>{t("deliveryAddress")}</span>} note={t("optional")}>
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
        </Folded>
      )}
    </div>
  );
}

function readStart(order: PaymentOrder, country: DialCode): FieldValues {
  return { clientName: order.client.name, clientMobile: shownMobile(order.client.mobile, country) };
}

/** "+966 551234567", as it is in the fields; with the name, once it is another than the page greets. */
function payerLine(
  { clientName = "", clientMobile = "" }: FieldValues,
  { client }: PaymentOrder,
  [, code]: DialCode,
): string {
  const mobile = isolateLtr(/^(?:\+|00)/.test(clientMobile) ? clientMobile : `+${code}\u00a0${clientMobile}`);
  return clientName.trim() === client.name.trim() ? mobile : `${clientName} · ${mobile}`;
}
