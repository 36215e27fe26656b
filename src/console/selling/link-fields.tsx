/** What is set of a link: how many its page begins with, and its last day. */
import { isoDay } from "../display/iso-day.ts";
import { Field } from "../forms/field.tsx";
import { readTypedCount } from "../forms/typed-count.ts";
import type { Faults } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { endOfDay } from "./link-state.ts";

const mostPieces = 999;
const mostPayments = 10_000;

type LinkFieldsProps = {
  readonly quantity: number;
  /** How often it sells; null without a maximum. */
  readonly maxPayments: number | null;
  /** The last day in Riyadh, "" for none. */
  readonly day: string;
  /** The buyer chooses the amount: then an order is of one piece. */
  readonly isChosen: boolean;
  readonly faults: Faults;
};

export function LinkFields({ quantity, maxPayments, day, isChosen, faults }: LinkFieldsProps) {
  const { t } = useWording();
  return (
    <>
      {!isChosen && (
        <Field
          name="quantity"
          label={t("link.quantity")}
          hint={t("link.quantityHint")}
          inputMode="numeric"
          isLtr
          maxLength={3}
          defaultValue={String(quantity)}
          fault={faults["quantity"]}
        />
      )}
      <Field
        name="maxPayments"
        label={t("link.maxPayments")}
        hint={t("link.maxPaymentsHint")}
        inputMode="numeric"
        isLtr
        maxLength={7}
        defaultValue={maxPayments === null ? "" : String(maxPayments)}
        fault={faults["maxPayments"]}
      />
      <Field
        name="expiresOn"
        label={t("link.lastDay")}
        hint={t("link.lastDayHint")}
        type="date"
        min={isoDay(new Date())}
        defaultValue={day}
        fault={faults["expiresOn"]}
      />
    </>
  );
}

type LinkFieldValues = {
  readonly quantity: number;
  readonly maxPayments: number | null;
  readonly expiresAt: string | null;
};

/** Reads them as the API takes them; `expiresAt` is null for a link without an end, `maxPayments` for one without a maximum. */
export function readLinkFields(
  form: FormData,
): { readonly fields: LinkFieldValues } | { readonly faults: Faults } {
  const quantity = readTypedCount(String(form.get("quantity") ?? ""), { least: 1, most: mostPieces });
  const maxPayments = readTypedCount(String(form.get("maxPayments") ?? ""), { least: 1, most: mostPayments });
  if (quantity === "wrong" || maxPayments === "wrong")
    return {
      faults: {
        ...(quantity === "wrong" && { quantity: "fault.pieces" as const }),
        ...(maxPayments === "wrong" && { maxPayments: "fault.payments" as const }),
      },
    };
  const day = String(form.get("expiresOn") ?? "");
  const expiresAt = day === "" ? null : endOfDay(day);
  return { fields: { quantity: quantity ?? 1, maxPayments: maxPayments ?? null, expiresAt } };
}
