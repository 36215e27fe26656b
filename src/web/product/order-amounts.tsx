/** What the checkout comes to (Spec 2.2), line by line, and the change of it in words for those who cannot see it. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount, useAmountText } from "../components/amount.tsx";
import { formatFraction, formatNumber } from "../i18n/format.ts";
import type { Amounts } from "./offer.ts";

type OrderAmountsProps = {
  readonly amounts: Amounts | null;
  readonly qty: number;
  /** What the coupon takes off, net of VAT, major units; 0 without one. */
  readonly discount: number;
  readonly currency: string;
  /** Said instead of what cannot be priced. */
  readonly unpriced: string;
};

export function OrderAmounts({ amounts, qty, discount, currency, unpriced }: OrderAmountsProps) {
  const t = useTranslations("product");
  // Of what there are several, the buyer sees what one comes to: "3 × 10.00".
  const each = (sum: number) => (qty > 1 ? `${qty} × ${formatNumber(sum / qty, currency)}` : undefined);
  return (
    <div className="order-amounts">
      {amounts ? (
        <dl>
          {(amounts.vatRate > 0 || discount > 0) && (
            <Row label={t("subTotal")} detail={each(amounts.subTotal + discount)}>
              <Amount value={amounts.subTotal + discount} currency={currency} />
            </Row>
          )}
          {discount > 0 && (
            <Row label={t("discount")} detail={each(discount)}>
              <bdi dir="ltr">
                {"− "}
                <Amount value={discount} currency={currency} />
              </bdi>
            </Row>
          )}
          {amounts.vatRate > 0 && (
            <Row label={t("vat")} detail={formatFraction(amounts.vatRate)}>
              <Amount value={amounts.vat} currency={currency} />
            </Row>
          )}
          <div className="order-amount">
            <dt>{t("orderAmount")}</dt>
            <dd>
              <Amount value={amounts.total} currency={currency} />
            </dd>
          </div>
        </dl>
      ) : (
        <p>{unpriced}</p>
      )}
      <p role="status" className="visually-hidden">
        {useChange(amounts, currency, unpriced)}
      </p>
    </div>
  );
}

function Row(props: {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>
        {props.label}{" "}
        {props.detail !== undefined && (
          <bdi className="offer-note" dir="ltr">
            {props.detail}
          </bdi>
        )}
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** Empty at first; after a change the new order amount. The title of the page ends with the same. */
function useChange(amounts: Amounts | null, currency: string, unpriced: string): string {
  const t = useTranslations("product");
  const amount = useAmountText(amounts?.total ?? 0, currency);
  const isPriced = amounts !== null;
  useEffect(() => {
    const [, names] = /^(.*) – /.exec(document.title) ?? [];
    if (names !== undefined && isPriced) document.title = `${names} – ${amount}`;
  }, [amount, isPriced]);
  const text = amounts ? t("amountNow", { amount }) : unpriced;
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
