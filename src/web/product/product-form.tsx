/**
 * The island of the product page (Spec 2.2): how many, the coupon, what it comes to, who buys, and the checkout. The
 * server renders it, so that it can be read and typed into before any script is there.
 */
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { FilledIn } from "#contract/pages.ts";
import { isOutOfStock } from "#core/pricing/product-link.ts";
import { Amount } from "../components/amount.tsx";
import type { NamedCountry } from "../forms/country-name.ts";
import { ProcessingModal } from "../payment/processing-modal.tsx";
import type { Asking } from "./asking.ts";
import { CompanyFields } from "./company-fields.tsx";
import { CouponBox, focusCoupon } from "./coupon-box.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { InstalmentPromo } from "./instalment-promo.tsx";
import type { NamedService } from "./instalment-services.ts";
import type { ProductOffer } from "./offer.ts";
import { OfferPrice, type OfferPriceProps } from "./offer-price.tsx";
import { OrderAmounts } from "./order-amounts.tsx";
import { OutOfStock } from "./out-of-stock.tsx";
import { QuantityField } from "./quantity-field.tsx";
import type { BackAtForm } from "./use-checkout.ts";
import { useProductForm } from "./use-product-form.ts";

export type ProductFormProps = {
  /** In stock: the page of one that is sold out needs no island. */
  readonly offer: ProductOffer;
  /** Services that the link can be paid by in four parts. */
  readonly instalments: readonly NamedService[];
  /** What the shop knows of this buyer already. */
  readonly filledIn?: FilledIn;
  /** The country of the phone field. */
  readonly start: NamedCountry;
  /** Given by the island of links that ask for more. */
  readonly asking?: Asking;
} & Pick<OfferPriceProps, "described">;

export function ProductForm(props: ProductFormProps) {
  const { offer: initial, instalments, filledIn, asking, described } = props;
  const t = useTranslations("product");
  const { offer, amounts, coupon, customer, checkout, ...form } = useProductForm(initial, filledIn, asking);
  const { currencyName: currency, stockQty } = offer;
  const price = <OfferPrice offer={offer} amounts={form.isChosen ? null : amounts} described={described} />;
  const { isBusy, end } = checkout;
  if (isOutOfStock(stockQty)) {
    return (
      <div className="product-form">
        {price}
        <CheckoutMessage end={end} />
        <OutOfStock />
      </div>
    );
  }
  return (
    // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
    <form ref={form.formRef} className="product-form" method="dialog" noValidate onSubmit={form.onSubmit}>
      {/* First, so that it has closed when what follows takes the focus. */}
      <ProcessingModal isOpen={isBusy} isCheckout />
      {price}
      <div {...customer.root} onInput={form.onInput} className="product-fields">
        {asking && form.isChosen ? (
          <asking.AmountField
            offer={offer}
            form={customer}
            typed={form.typedAmount}
            begunWith={filledIn?.amount}
          />
        ) : (
          <QuantityField qty={form.qty} stockQty={stockQty} onQty={form.setQty} />
        )}
        {offer.hasCoupons && <CouponBox coupon={coupon} currency={currency} code={filledIn?.couponCode} />}
        <OrderAmounts
          amounts={amounts}
          qty={form.qty}
          discount={form.discount}
          currency={currency}
          unpriced={form.isChosen ? "" : t("notPriced")}
        />
        {amounts && <InstalmentPromo total={amounts.total} currencyName={currency} services={instalments} />}
        <CustomerFields
          form={customer}
          keptCountry={form.keptCountry}
          filledIn={filledIn}
          start={props.start}
        />
        {asking && <asking.AskedFields offer={offer} form={customer} />}
        {offer.hasVatNumber && <CompanyFields form={customer} />}
      </div>
      <CheckoutMessage end={end} />
      <div className="checkout-bar">
        {amounts && (
          <p className="checkout-total" aria-hidden="true">
            <Amount value={amounts.total} currency={currency} />
          </p>
        )}
        <button
          type="submit"
          className="button button-primary"
          aria-disabled={isBusy || (amounts === null && !form.isChosen)}
          aria-busy={isBusy}
        >
          {t("checkout")}
        </button>
      </div>
    </form>
  );
}

/** The red banner (Spec 8). It takes the focus, once the window over the page has given it back. */
function CheckoutMessage({ end }: { readonly end: BackAtForm | null }) {
  const t = useTranslations("product");
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end?.kind === "coupon_invalid" || end?.kind === "coupon_open") focusCoupon();
    else if (end) banner.current?.focus();
  }, [end]);
  const message = end && "message" in end ? end.message : null;
  return (
    <div ref={banner} className="pay-message" role="alert" tabIndex={-1}>
      {message && <p>{"key" in message ? t(message.key) : message.text}</p>}
    </div>
  );
}
