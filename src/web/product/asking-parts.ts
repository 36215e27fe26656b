/**
 * The form of the product page for links that ask for more: fetched with the page of such a link alone. It is put together when both
 * parts are there: importing the form would take what both use out of its file, for every product page.
 */
import type { ComponentProps, ReactNode } from "react";
import { jsonNumberText } from "#core/money.ts";
import { AmountField } from "./amount-field.tsx";
import { answersIn, answersTable } from "./asked-answers.ts";
import { AskedFields } from "./asked-fields.tsx";
import type { Asking } from "./asking.ts";
import { amountTable, chosenPrice } from "./chosen-amount.ts";

const asking: Asking = {
  amountTable,
  price: chosenPrice,
  AmountField,
  answersTable,
  toCheckout: (values, offer, price) => ({
    ...(price !== null && offer.buyerAmount && { amount: jsonNumberText(price, offer.currencyName) }),
    ...(offer.askedFields.length > 0 && { answers: answersIn(values, offer) }),
  }),
  AskedFields,
};

type FormProps = ComponentProps<typeof import("./product-form.tsx").ProductForm>;

/** Fetches the form, and gives it what it asks by. */
export async function askingForm(): Promise<(props: FormProps) => ReactNode> {
  const { ProductForm } = await import("./product-form.tsx");
  return (props) => ProductForm({ ...props, asking });
}
