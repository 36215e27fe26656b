/**
 * What one piece costs (Spec 2.2) and what it is. The price is what the buyer pays, with VAT and the service fee, as
 * prices shown in Saudi Arabia must be (decision 0053); without VAT it stands below, small.
 */
import { useLocale, useTranslations } from "use-intl/react";
import type { Language } from "#core/language.ts";
import { Amount, amountHere, withAmounts } from "../components/amount.tsx";
import { formatFraction } from "../i18n/format.ts";
import { type Amounts, amountsOf, type ProductOffer } from "./offer.ts";

const here = { amount: amountHere };

export type OfferPriceProps = {
  readonly offer: ProductOffer;
  /** With the coupon, if one is applied; null when the offer cannot be priced. */
  readonly amounts: Amounts | null;
  /** Of the description, where it is not the page's own. */
  readonly described?: Language | undefined;
};

export function OfferPrice({ offer, amounts, described }: OfferPriceProps) {
  const t = useTranslations("product");
  const language = useLocale();
  const currency = offer.currencyName;
  const own = amountsOf(offer, { qty: 1, price: offer.price });
  const note = (text: string, value: number) => (
    <p className="offer-note">{withAmounts(text, <Amount value={value} currency={currency} />)}</p>
  );
  return (
    <>
      {amounts && (
        <div className="offer-price">
          <p>
            <span className="visually-hidden">{t("price")} </span>
            <strong>
              <Amount value={amounts.unitTotal} currency={currency} />
            </strong>{" "}
            {offer.unit && <span className="offer-note">{t("perUnit", { unit: offer.unit[language] })}</span>}{" "}
            {own && own.unitTotal !== amounts.unitTotal && (
              <s>
                <span className="visually-hidden">{t("priceBefore")} </span>
                <Amount value={own.unitTotal} currency={currency} />
              </s>
            )}{" "}
            {amounts.vatRate > 0 && (
              <span className="offer-note">
                {t("withVat", { percent: `\u2066${formatFraction(amounts.vatRate)}\u2069` })}
              </span>
            )}
          </p>
          {amounts.vatRate > 0 && note(t("beforeVat", here), amounts.unitPrice)}
          {amounts.unitFee > 0 && note(t("feeIncluded", here), amounts.unitFee)}
        </div>
      )}
      {offer.description && (
        <p className="offer-description" lang={described}>
          {offer.description}
        </p>
      )}
    </>
  );
}
