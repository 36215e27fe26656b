/** Whether the buyer of a link chooses the amount, and within which bounds. */
import type { NewBuyerAmount, ProductLink } from "#contract/product-links.ts";
import { minor, parseDecimal } from "#core/money.ts";
import { amountFault, mostLeftToBuyer, mostSuggestedAmounts } from "#core/pricing/buyer-amount.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { Field } from "../forms/field.tsx";
import type { Faults } from "../forms/use-checked-form.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";

const currency = "SAR";

type AmountFieldsProps = {
  readonly amount: ProductLink["buyerAmount"];
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
  readonly faults: Faults;
};

export function AmountFields({ amount, isChosen, onChosen, faults }: AmountFieldsProps) {
  const { t } = useWording();
  const field = (name: "leastAmount" | "mostAmount" | "suggestedAmounts", value: string | undefined) => ({
    ...{ name, label: t(`link.${name}`), defaultValue: value, fault: faults[name] },
    ...({ inputMode: "decimal", isLtr: true } as const),
  });
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          name="isChosenAmount"
          checked={isChosen}
          onChange={({ target }) => onChosen(target.checked)}
        />
        <span>{t("link.buyerChooses")}</span>
      </label>
      {isChosen && (
        <>
          <div className="field-pair">
            <Field {...field("leastAmount", amount?.least)} isRequired maxLength={24} />
            <Field {...field("mostAmount", amount?.most)} isRequired maxLength={24} />
          </div>
          <Field
            {...field("suggestedAmounts", amount?.suggested.join(" "))}
            hint={t("link.suggestedHint", { count: mostSuggestedAmounts })}
            maxLength={200}
          />
        </>
      )}
    </>
  );
}

/** Reads them as the API takes them; null where the product has its price. */
export function readAmountFields(
  form: FormData,
): { readonly amount: NewBuyerAmount | null } | { readonly faults: Faults } {
  if (!form.has("isChosenAmount")) return { amount: null };
  const faults: Record<string, TextKey> = {};
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const bound = (name: "leastAmount" | "mostAmount"): string => {
    const read = readTypedAmount(text(name), currency);
    if (read === null || minorOf(read) > mostLeftToBuyer)
      faults[name] = text(name) === "" ? "fault.amountMissing" : "fault.amount";
    return read ?? "0";
  };
  const least = bound("leastAmount");
  const most = bound("mostAmount");
  if (Object.keys(faults).length === 0 && minorOf(most) < minorOf(least))
    faults["mostAmount"] = "fault.mostAmount";
  const words = text("suggestedAmounts").split(/\s+/).filter(Boolean);
  const suggested = words.map((word) => readTypedAmount(word.replace(/[,\u060c;\u061b]+$/, ""), currency));
  const bounds = { least: minorOf(least), most: minorOf(most) };
  const isWithin = (one: string | null) => one !== null && amountFault(minorOf(one), bounds) === null;
  if (suggested.length > mostSuggestedAmounts || !suggested.every(isWithin))
    faults["suggestedAmounts"] = "fault.suggestedAmounts";
  if (Object.keys(faults).length > 0) return { faults };
  return { amount: { least, most, suggested: suggested.filter((one) => one !== null) } };
}

function minorOf(amount: string) {
  return parseDecimal(amount, currency) ?? minor(0);
}
