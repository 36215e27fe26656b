/** What is set of a link: how many its page begins with, and its last day. */
import { isoDay } from "../display/iso-day.ts";
import { Field } from "../forms/field.tsx";
import type { Faults } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { endOfDay } from "./link-state.ts";
import { readTypedCount } from "./product-form-body.ts";

const mostPieces = 999;

type LinkFieldsProps = {
  readonly quantity: number;
  /** The last day in Riyadh, "" for none. */
  readonly day: string;
  readonly faults: Faults;
};

export function LinkFields({ quantity, day, faults }: LinkFieldsProps) {
  const { t } = useWording();
  const fault = (name: string) => faults[name] && t(faults[name]);
  return (
    <>
      <Field
        name="quantity"
        label={t("link.quantity")}
        hint={t("link.quantityHint")}
        inputMode="numeric"
        isLtr
        maxLength={3}
        defaultValue={String(quantity)}
        fault={fault("quantity")}
      />
      <Field
        name="expiresOn"
        label={t("link.lastDay")}
        hint={t("link.lastDayHint")}
        type="date"
        min={isoDay(new Date())}
        defaultValue={day}
        fault={fault("expiresOn")}
      />
    </>
  );
}

/** Reads them as the API takes them; `expiresAt` is null for a link without an end. */
export function readLinkFields(
  form: FormData,
):
  | { readonly fields: { readonly quantity: number; readonly expiresAt: string | null } }
  | { readonly faults: Faults } {
  const quantity = readTypedCount(String(form.get("quantity") ?? ""), { least: 1, most: mostPieces });
  if (quantity === "wrong") return { faults: { quantity: "fault.pieces" } };
  const day = String(form.get("expiresOn") ?? "");
  return { fields: { quantity: quantity ?? 1, expiresAt: day === "" ? null : endOfDay(day) } };
}
