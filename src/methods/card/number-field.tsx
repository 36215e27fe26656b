/** The number of our own card form: its mark, and while it is typed what the order does not take (Spec 5). */
import type { ComponentProps } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { CardBrand } from "#core/card/card-brands.ts";
import type { Language } from "#core/language.ts";
import { TextField } from "#web/forms/text-field.tsx";
import type { Form } from "#web/forms/use-form.ts";
import type { AllowedFlags } from "../allowed.ts";
import { AmexMove } from "./amex-move.tsx";
import { BrandMark } from "./brand-mark.tsx";
import { type BrandNotice, brandNotice } from "./brand-notice.ts";

type NumberFieldProps = {
  /** Id, name and state of the field. */
  readonly field: Pick<ComponentProps<typeof TextField>, "id" | "field" | "error" | "isDone" | "required">;
  readonly form: Form;
  /** What the first digits point to. */
  readonly brand: CardBrand | null;
  /** What the order takes; null where the brand is not asked for. */
  readonly allowed: AllowedFlags | null;
};

export function NumberField({ field, form, brand, allowed }: NumberFieldProps) {
  const t = useTranslations("card");
  const language = useLocale();
  const key = form.errors["number"];
  // Shown as soon as the first digits say so, and instead of the same refusal by the server.
  const notice = allowed && brandNotice(brand, allowed);
  const speaks = notice && (key === undefined || key === "amexElsewhere" || key.endsWith("NotAllowed"));
  return (
    <>
      <TextField
        {...field}
        {...(speaks && { error: noticeText(notice, t, language) })}
        label={t("cardNumber")}
        after={brand && <BrandMark brand={brand} />}
        inputMode="numeric"
        autoComplete="cc-number"
        dir="ltr"
      />
      {notice?.refusal === "amexElsewhere" && <AmexMove values={form.values} />}
    </>
  );
}

function noticeText(
  { refusal, instead }: BrandNotice,
  t: ReturnType<typeof useTranslations<"card">>,
  language: Language,
): string {
  if (instead.length === 0) return t(refusal);
  const cards = new Intl.ListFormat(language, { type: "disjunction" }).format(instead.map((each) => t(each)));
  return t("useInstead", { refusal: t(refusal), cards });
}
