/** What the checkout comes to (Spec 2.2), line by line, and the change of it in words for those who cannot see it. */
import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { Amount, useAmountText } from "../components/amount.tsx";
import { formatFraction } from "../i18n/format.ts";
import type { Amounts } from "./offer.ts";

type OrderAmountsProps = { readonly amounts: Amounts | null; readonly currency: string };

export function OrderAmounts({ amounts, currency }: OrderAmountsProps) {
  const t = useTranslations("product");
  const language = useLocale();
  return (
    <div className="order-amounts">
      {amounts ? (
        <dl>
          {amounts.vatRate > 0 && (
            <>
              <div>
                <dt>{t("subTotal")}</dt>
                <dd>
                  <Amount value={amounts.subTotal} currency={currency} />
                </dd>
              </div>
              <div>
                <dt>
                  {t("vat")}{" "}
                  <bdi className="offer-note" dir="ltr">
                    {formatFraction(amounts.vatRate, language)}
                  </bdi>
                </dt>
                <dd>
                  <Amount value={amounts.vat} currency={currency} />
                </dd>
              </div>
            </>
          )}
          <div className="order-amount">
            <dt>{t("orderAmount")}</dt>
            <dd>
              <Amount value={amounts.total} currency={currency} />
            </dd>
          </div>
        </dl>
      ) : (
        <p>{t("notPriced")}</p>
      )}
      <p role="status" className="visually-hidden">
        {useChange(amounts, currency)}
      </p>
    </div>
  );
}

/** Empty at first; after a change the new order amount. */
function useChange(amounts: Amounts | null, currency: string): string {
  const t = useTranslations("product");
  const amount = useAmountText(amounts?.total ?? 0, currency);
  const text = amounts ? t("amountNow", { amount }) : t("notPriced");
  const first = useRef(text);
  const [change, setChange] = useState("");
  useEffect(() => {
    if (text !== first.current) {
      first.current = "";
      setChange(text);
    }
  }, [text]);
  return change;
}
