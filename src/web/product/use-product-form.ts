/** What the product page's island keeps and does; product-form.tsx draws it. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { FilledIn } from "#contract/pages.ts";
import type { FieldTable, FieldValues } from "#core/fields.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import { clampQuantity } from "#core/pricing/product-link.ts";
import { companyFields } from "#core/tax/company-buyer.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import { focusField, inputOf, takeEarlyPress } from "../forms/typed.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import type { Asking } from "./asking.ts";
import { type CouponState, couponCode, priceWith } from "./coupon.ts";
import { couponField } from "./coupon-box.tsx";
import { customerFields } from "./customer-form.ts";
import { type Amounts, amountsOf, discountOf, type ProductOffer } from "./offer.ts";
import { readQuantity } from "./quantity.ts";
import { quantityFieldId } from "./quantity-field.tsx";
import { type BackAtForm, type Checkout, type OrderToPlace, useCheckout } from "./use-checkout.ts";
import { type Coupon, useCoupon } from "./use-coupon.ts";
import { useKeptForm } from "./use-kept-form.ts";

export type ProductFormState = Prices & {
  /** As loaded last. */
  readonly offer: ProductOffer;
  readonly qty: number;
  readonly setQty: (qty: number) => void;
  /** What stands in the field for the amount; empty where there is none. */
  readonly typedAmount: string;
  readonly coupon: Coupon;
  readonly customer: Form;
  /** Country of the mobile as it was kept, or null. */
  readonly keptCountry: DialCode | null;
  readonly checkout: Checkout;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onInput: (event: FormEvent<HTMLElement>) => void;
  readonly onSubmit: (event: FormEvent) => void;
};

type Prices = {
  /** The buyer chooses what to pay. */
  readonly isChosen: boolean;
  /** Of one piece, major units; null while no amount is chosen. */
  readonly price: number | null;
  /** Null for a quantity that cannot be ordered, and while no amount is chosen. */
  readonly amounts: Amounts | null;
  /** What the coupon takes off, net of VAT, major units. */
  readonly discount: number;
};

function pricesOf(
  offer: ProductOffer,
  wish: {
    readonly qty: number;
    readonly typedAmount: string;
    readonly coupon: CouponState;
    readonly asking: Asking | undefined;
  },
): Prices {
  const { qty, typedAmount, coupon, asking } = wish;
  const isChosen = asking !== undefined && offer.buyerAmount !== null;
  const price = isChosen ? asking.price(typedAmount, offer) : offer.price;
  if (price === null) return { isChosen, price, amounts: null, discount: 0 };
  const before = amountsOf(offer, { qty, price });
  const amounts = amountsOf(offer, { qty, price: priceWith(coupon, price) });
  const discount = before && amounts ? discountOf(before, amounts, offer.currencyName) : 0;
  return { isChosen, price, amounts, discount };
}

/** The rules of the fields, in the order of the page. */
function tableOf(offer: ProductOffer, asking?: Asking): FieldTable {
  return {
    ...asking?.amountTable(offer),
    ...customerFields,
    ...asking?.answersTable(offer),
    ...companyFields,
  };
}

/** Messages for fields that the server found wrong. */
function refusedKey(field: string): string {
  if (field === "customerName") return "nameInvalid";
  return field === "customerMobile" ? "invalidMobile" : `${field}Wrong`;
}

/** @param asking of a link that asks for more than a quantity and a buyer */
export function useProductForm(
  initial: ProductOffer,
  filledIn?: FilledIn,
  asking?: Asking,
): ProductFormState {
  const [offer, setOffer] = useState(initial);
  const [qty, setQty] = useState(() => clampQuantity(filledIn?.quantity ?? initial.qty, initial.stockQty));
  const [keptCountry, setKeptCountry] = useState<DialCode | null>(null);
  const coupon = useCoupon(initial.linkIdentity);
  const checkout = useCheckout(initial.linkIdentity, asking !== undefined);
  const [typedAmount, setTypedAmount] = useState(filledIn?.amount ?? "");
  const customer = useForm(() => tableOf(offer, asking));
  const formRef = useRef<HTMLFormElement>(null);
  const prices = pricesOf(offer, { qty, typedAmount, coupon: coupon.state, asking });

  const [isAlive, setAlive] = useState(false);
  const onKept = (values: FieldValues, draft: FieldValues): void => {
    const wanted = readQuantity(values[quantityFieldId] ?? "");
    if (wanted.kind === "whole") {
      const fitting = clampQuantity(wanted.qty, initial.stockQty);
      setQty(fitting);
      const field = inputOf(quantityFieldId);
      if (field) field.value = String(fitting);
    }
    setKeptCountry(readDialCode(draft["customerCountry"]));
    setTypedAmount(values["amount"] ?? "");
    setAlive(true);
    const code = couponCode(values["couponCode"] ?? "");
    if (code !== "") void coupon.check(code);
  };
  const keep = useKeptForm(customer.root.ref, initial.linkIdentity, onKept);
  // Only now is what stood in the fields known here, too.
  useEffect(() => {
    if (isAlive && takeEarlyPress()) formRef.current?.requestSubmit();
  }, [isAlive]);

  /** A code that was typed and not applied yet is checked first; null when it is not good. */
  const prepare = async (): Promise<OrderToPlace | null> => {
    const typed = couponCode(couponField()?.value ?? "");
    const isOpen = typed !== "" && coupon.state.kind !== "applied";
    const settled = isOpen ? await coupon.check(typed) : coupon.state;
    if (isOpen && settled.kind !== "applied") return null;
    const values = customer.values();
    const asked = asking?.toCheckout(values, offer, prices.price);
    return { offer, qty, asked, coupon: settled, values, prefill: filledIn?.token };
  };
  const onBack = (end: BackAtForm): void => {
    if (end.kind === "coupon_invalid") coupon.refuse();
    if (end.kind === "message")
      customer.show(end.fields.map((field) => ({ field, textKey: refusedKey(field) })));
    if (end.kind !== "reload_offer") return;
    setOffer(end.offer);
    setQty(clampQuantity(qty, end.offer.stockQty));
    if (coupon.state.kind === "applied") void coupon.check(coupon.state.code);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (prices.amounts === null && !prices.isChosen) return;
    const quantity = readQuantity(inputOf(quantityFieldId)?.value ?? "");
    const wrong = quantity.kind === "wrong" ? quantityFieldId : customer.check();
    if (wrong !== null) focusField(wrong);
    else checkout.run(prepare, onBack);
  };
  const onInput = (event: FormEvent<HTMLElement>): void => {
    customer.root.onInput(event);
    setTypedAmount(customer.values()["amount"] ?? "");
    keep();
  };
  return {
    offer,
    qty,
    setQty,
    typedAmount,
    ...prices,
    coupon,
    customer,
    keptCountry,
    checkout,
    formRef,
    onInput,
    onSubmit,
  };
}
