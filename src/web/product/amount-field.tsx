/**
 * The field in which the buyer of a product link says what to pay, with the amounts that the shop suggests.
 */
import { useTranslations } from "use-intl/react";
import { jsonNumberText } from "#core/money.ts";
import { Amount, CurrencyMark, useAmountText } from "../components/amount.tsx";
import { TextField } from "../forms/text-field.tsx";
import { inputOf, typeInto } from "../forms/typed.ts";
import type { AmountFieldProps } from "./asking.ts";
import { type AmountProblem, amountFieldId, chosenPrice } from "./chosen-amount.ts";

export function AmountField({ offer, form, typed, begunWith }: AmountFieldProps) {
  const t = useTranslations("asking");
  const { buyerAmount, currencyName: currency } = offer;
  const { least = 0, most = 0, suggested = [] } = buyerAmount ?? {};
  const bounds = { least: useAmountText(least, currency), most: useAmountText(most, currency) };
  const chosen = chosenPrice(typed, offer);
  const found = form.errors[amountFieldId];
  // What the server found has a name of its own.
  const problem = found === `${amountFieldId}Wrong` ? "invalid" : (found as AmountProblem | undefined);
  return (
    <div className="buyer-amount">
      {suggested.length > 0 && (
        <fieldset className="amount-choices">
          <legend className="visually-hidden">{t("suggested")}</legend>
          {suggested.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === chosen}
              onClick={() => typeInto(inputOf(amountFieldId), jsonNumberText(value, currency))}
            >
              <Amount value={value} currency={currency} />
            </button>
          ))}
        </fieldset>
      )}
      <TextField
        id={amountFieldId}
        field={amountFieldId}
        label={t("amount")}
        hint={t("bounds", bounds)}
        error={problem && t(problem, bounds)}
        isDone={form.done.includes(amountFieldId)}
        before={
          <span className="dial-code" aria-hidden="true">
            <CurrencyMark currency={currency} />
          </span>
        }
        required
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        defaultValue={begunWith}
      />
    </div>
  );
}
