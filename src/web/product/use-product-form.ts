/** What the product page's island keeps and does; product-form.tsx draws it. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { FilledIn } from "#contract/pages.ts";
import type { FieldValues } from "#core/fields.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import { clampQuantity } from "#core/pricing/product-link.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import { focusField, inputOf, takeEarlyPress } from "../forms/typed.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import { couponCode, priceWith } from "./coupon.ts";
import { couponField } from "./coupon-box.tsx";
import { type CheckedField, checkoutFields } from "./customer-form.ts";
import { type Amounts, amountsOf, discountOf, type ProductOffer } from "./offer.ts";
import { readQuantity } from "./quantity.ts";
import { quantityFieldId } from "./quantity-field.tsx";
import { type BackAtForm, type Checkout, type OrderToPlace, useCheckout } from "./use-checkout.ts";
import { type Coupon, useCoupon } from "./use-coupon.ts";
import { useKeptForm } from "./use-kept-form.ts";

export type ProductFormState = {
  /** As loaded last. */
  readonly offer: ProductOffer;
  readonly qty: number;
  readonly setQty: (qty: number) => void;
  readonly coupon: Coupon;
  /** Null for a quantity that cannot be ordered. */
  readonly amounts: Amounts | null;
  /** What the coupon takes off, net of VAT, major units. */
  readonly discount: number;
  readonly customer: Form;
  /** Country of the mobile as it was kept, or null. */
  readonly keptCountry: DialCode | null;
  readonly checkout: Checkout;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onInput: (event: FormEvent<HTMLElement>) => void;
  readonly onSubmit: (event: FormEvent) => void;
};

/** Messages for fields that the server found wrong. */
function refusedKey(field: CheckedField): string {
  if (field === "customerName") return "nameInvalid";
  return field === "customerMobile" ? "invalidMobile" : `${field}Wrong`;
}

export function useProductForm(initial: ProductOffer, filledIn?: FilledIn): ProductFormState {
  const [offer, setOffer] = useState(initial);
  const [qty, setQty] = useState(() => clampQuantity(filledIn?.quantity ?? initial.qty, initial.stockQty));
  const [keptCountry, setKeptCountry] = useState<DialCode | null>(null);
  const coupon = useCoupon(initial.linkIdentity);
  const checkout = useCheckout(initial.linkIdentity);
  const customer = useForm(() => checkoutFields);
  const formRef = useRef<HTMLFormElement>(null);
  const amounts = amountsOf(offer, { qty, price: priceWith(coupon.state, offer.price) });

  const before = amountsOf(offer, { qty, price: offer.price });
  const discount = before && amounts ? discountOf(before, amounts, offer.currencyName) : 0;

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
    return { offer, qty, coupon: settled, values: customer.values(), prefill: filledIn?.token };
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
    if (amounts === null) return;
    const quantity = readQuantity(inputOf(quantityFieldId)?.value ?? "");
    const wrong = quantity.kind === "wrong" ? quantityFieldId : customer.check();
    if (wrong !== null) focusField(wrong);
    else checkout.run(prepare, onBack);
  };
  const onInput = (event: FormEvent<HTMLElement>): void => {
    customer.root.onInput(event);
    keep();
  };
  return {
    offer,
    qty,
    setQty,
    coupon,
    amounts,
    discount,
    customer,
    keptCountry,
    checkout,
    formRef,
    onInput,
    onSubmit,
  };
}
