/** Our own card form, for direct mode. The inputs are the page's: React neither holds nor resets what is in them. */
import { useTranslations } from "use-intl/react";
import { expiryTextLength } from "#core/card/card-expiry.ts";
import { fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import type { DirectFieldName } from "./card-fields.ts";
import { CardPreview } from "./card-preview.tsx";
import { cardFieldId } from "./card-problems.ts";
import { CodePicture } from "./code-picture.tsx";
import { NumberField } from "./number-field.tsx";
import { SecureNote } from "./secure-note.tsx";
import { type CardFormProps, useDirectPayment } from "./use-direct-payment.ts";
import { pasteExpiry, useTypedCard } from "./use-typed-card.ts";

export function CardForm(props: CardFormProps) {
  const { kind, order } = props;
  const t = useTranslations("card");
  const form = useDirectPayment(props);
  const { brand, preview, onInput } = useTypedCard(kind, form);
  const isAmex = brand === "amex";
  const field = (name: DirectFieldName) => ({
    ...fieldsOf<DirectFieldName>(form, t)(name),
    id: cardFieldId(kind, name),
    required: true,
  });
  return (
    <div {...form.root} onInput={onInput} className="card-form">
      <CardPreview ref={preview} brand={brand} />
      <NumberField
        field={field("number")}
        form={form}
        brand={brand}
        allowed={kind === "card" ? order.allowed : null}
      />
      <div className="field-pair">
        <TextField
          {...field("expiry")}
          label={t("expiry")}
          placeholder={t("expiryFormat")}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={expiryTextLength}
          onPaste={pasteExpiry}
          dir="ltr"
        />
        <TextField
          {...field("securityCode")}
          label={t("securityCode")}
          hint={t(isAmex ? "securityCodeHintAmex" : "securityCodeHint")}
          after={<CodePicture isFront={isAmex} />}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          dir="ltr"
        />
      </div>
      <TextField
        {...field("nameOnCard")}
        label={t("nameOnCard")}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={100}
      />
      <SecureNote says="directNote" />
    </div>
  );
}
