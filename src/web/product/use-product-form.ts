/** What the product page's island keeps and does; product-form.tsx draws it. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { FieldValues } from "#core/fields.ts";
import type { DialCode } from "#core/mobile.ts";
import { clampQuantity } from "#core/product-link.ts";
import { takeEarlyPress } from "../early-press.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import { couponCode, priceWith } from "./coupon.ts";
import { couponField } from "./coupon-box.tsx";
import { customerFields } from "./customer-form.ts";
import { type Amounts, amountsOf, type ProductOffer } from "./offer.ts";
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
  readonly customer: Form;
  /** Country of the mobile as it was kept, or null. */
  readonly keptCountry: DialCode | null;
  readonly checkout: Checkout;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onInput: (event: FormEvent<HTMLElement>) => void;
  readonly onSubmit: (event: FormEvent) => void;
};

/** Messages for fields that the server found wrong. */
const refusedKeys = { customerName: "nameInvalid", customerMobile: "invalidMobile" } as const;

export function useProductForm(initial: ProductOffer): ProductFormState {
  const [offer, setOffer] = useState(initial);
  const [qty, setQty] = useState(() => clampQuantity(initial.qty, initial.stockQty));
  const [keptCountry, setKeptCountry] = useState<DialCode | null>(null);
  const coupon = useCoupon(initial.linkIdentity);
  const checkout = useCheckout(initial.linkIdentity);
  const customer = useForm(() => customerFields);
  const formRef = useRef<HTMLFormElement>(null);
  const amounts = amountsOf(offer, { qty, price: priceWith(coupon.state, offer.price) });

  const [isAlive, setAlive] = useState(false);
  const onKept = (values: FieldValues, draft: FieldValues): void => {
    const wanted = Number(values[quantityFieldId]);
    if (wanted >= 1) {
      const fitting = clampQuantity(wanted, initial.stockQty);
      setQty(fitting);
      const field = document.getElementById(quantityFieldId);
      if (field instanceof HTMLInputElement) field.value = String(fitting);
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
    return { offer, qty, coupon: settled, values: customer.values() };
  };
  const onBack = (end: BackAtForm): void => {
    if (end.kind === "coupon_invalid") coupon.refuse();
    if (end.kind === "message")
      customer.show(end.fields.map((field) => ({ field, textKey: refusedKeys[field] })));
    if (end.kind !== "reload_offer") return;
    setOffer(end.offer);
    setQty(clampQuantity(qty, end.offer.stockQty));
    if (coupon.state.kind === "applied") void coupon.check(coupon.state.code);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (amounts === null) return;
    const wrong = customer.check();
    if (wrong !== null) document.getElementById(wrong)?.focus();
    else checkout.run(prepare, onBack);
  };
  const onInput = (event: FormEvent<HTMLElement>): void => {
    customer.root.onInput(event);
    keep();
  };
  return { offer, qty, setQty, coupon, amounts, customer, keptCountry, checkout, formRef, onInput, onSubmit };
}
