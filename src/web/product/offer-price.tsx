/** What one piece costs (Spec 2.2): the service fee is in it, VAT is named beside it; and what it is. */
import { useLocale, useTranslations } from "use-intl/react";
import { Amount, useAmountText } from "../components/amount.tsx";
import { formatFraction } from "../i18n/format.ts";
import { type Amounts, amountsOf, type ProductOffer } from "./offer.ts";

type OfferPriceProps = {
  readonly offer: ProductOffer;
  /** With the coupon, if one is applied; null when the offer cannot be priced. */
  readonly amounts: Amounts | null;
};

export function OfferPrice({ offer, amounts }: OfferPriceProps) {
  const t = useTranslations("product");
  const language = useLocale();
  const currency = offer.currencyName;
  const own = amountsOf(offer, { qty: 1, price: offer.price });
  const fee = useAmountText(amounts?.unitFee ?? 0, currency);
  return (
    <>
      {amounts && (
        <div className="offer-price">
          <p>
            <span className="visually-hidden">{t("price")} </span>
            <strong>
              <Amount value={amounts.unitPrice} currency={currency} />
            </strong>{" "}
            {own && own.unitPrice !== amounts.unitPrice && (
              <s>
                <span className="visually-hidden">{t("priceBefore")} </span>
                <Amount value={own.unitPrice} currency={currency} />
              </s>
            )}{" "}
            {amounts.vatRate > 0 && (
              <span className="offer-note">
                {t("plusVat", { percent: `\u2066${formatFraction(amounts.vatRate, language)}\u2069` })}
              </span>
            )}
          </p>
          {amounts.unitFee > 0 && <p className="offer-note">{t("feeIncluded", { amount: fee })}</p>}
        </div>
      )}
      {offer.description && (
        <p className="offer-description">
          <bdi>{offer.description}</bdi>
        </p>
      )}
    </>
  );
}
