/** What the form of the product page needs of links that ask for more than a quantity and a buyer: others load nothing of it. */
import type { ReactNode } from "react";
import type { ProductCheckout } from "#contract/product.ts";
import type { FieldTable, FieldValues } from "#core/fields.ts";
import type { Form } from "../forms/use-form.ts";
import type { ProductOffer } from "./offer.ts";

type FieldsProps = { readonly offer: ProductOffer; readonly form: Form };

export type AmountFieldProps = FieldsProps & {
  /** What stands in the field, as the page knows it. */
  readonly typed: string;
  /** By the shop, for the buyer who was given this address. */
  readonly begunWith: string | undefined;
};

export type Asking = {
  /** The rules of the field for the amount; none where the product has its price. */
  readonly amountTable: (offer: ProductOffer) => FieldTable;
  /** The unit price in major units that a text in the field comes to, with VAT; null for none that can be paid. */
  readonly price: (typed: string, offer: ProductOffer) => number | null;
  readonly AmountField: (props: AmountFieldProps) => ReactNode;
  /** The rules of what the shop asks. */
  readonly answersTable: (offer: ProductOffer) => FieldTable;
  /** Both as the checkout takes them; `price` is the chosen one. */
  readonly toCheckout: (
    values: FieldValues,
    offer: ProductOffer,
    price: number | null,
  ) => Pick<ProductCheckout, "amount" | "answers">;
  readonly AskedFields: (props: FieldsProps) => ReactNode;
};

/** The name of a field by the key of what is asked, and its id: as after-checkout.ts names what the server found wrong. */
export function askedFieldId(key: string): string {
  return `answers${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
