/** The sums of an invoice, each on its own line, adding up to the total to the halala (Spec 2.1). */
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { SimplifiedTaxInvoice } from "#contract/pages.ts";
import { fromJsonNumber, timesRatio } from "#core/money.ts";
import { bpsOfPercent } from "#core/pricing/percent.ts";
import { formatFraction, formatPercent } from "../i18n/format.ts";
import { Amount } from "./amount.tsx";
import { ForeignEquivalent } from "./foreign-equivalent.tsx";

type InvoiceTotalsProps = {
  readonly order: OrderPageModel;
  /** On paper that is a tax invoice: what it says beside the order. */
  readonly taxInvoice?: SimplifiedTaxInvoice | null;
};

export function InvoiceTotals({ order, taxInvoice = null }: InvoiceTotalsProps) {
  const { vatLines, inRiyals } = taxInvoice ?? { vatLines: order.vatLines, inRiyals: [] };
  const t = useTranslations("invoice");
  const language = useLocale();
  const { discount, discountType, merchant } = order;
  const currency = order.order.currencyName;
  return (
    <dl className="totals">
      <Row label={t("subTotal")}>
        <Amount value={order.subTotal} currency={currency} />
      </Row>
      {discount !== null && discountType !== null && discount > 0 && (
        <Row
          label={t("discount")}
          detail={
            discountType === "PERCENTAGE" && (!taxInvoice || comesToDiscount(order)) ? (
              <bdi dir="ltr">{formatPercent(discount)}</bdi>
            ) : undefined
          }
        >
          <bdi dir="ltr">
            {"− "}
            <Amount value={order.discountAmount} currency={currency} />
          </bdi>
        </Row>
      )}
      {vatLines.map(({ rate, vat, exemption }, index) => (
        <Row
          key={`${rate} ${exemption?.code}`}
          label={t("vat")}
          detail={
            <>
              <bdi dir="ltr">{formatFraction(rate)}</bdi>
              {exemption && <span className="totals-more">{exemption[language]}</span>}
              {index === 0 && merchant.vatNumber && (
                <span className="totals-more">
                  {t("vatNumber")} <bdi dir="ltr">{merchant.vatNumber}</bdi>
                </span>
              )}
            </>
          }
        >
          <Amount value={vat} currency={currency} />
        </Row>
      ))}
      {/* What it is about worth is said once: the head of the paper has it with its rate, and the rows below are exact. */}
      <Row
        label={t("total")}
        detail={inRiyals.length === 0 ? <ForeignEquivalent order={order} /> : undefined}
        isGrand
      >
        <Amount value={order.total} currency={currency} />
      </Row>
      {inRiyals.map(({ label, amount }) => (
        <Row key={label.en} label={label[language]}>
          <Amount value={amount} currency="SAR" />
        </Row>
      ))}
    </dl>
  );
}

/**
 * Whether the percentage of the sub-total is the discount to the halala: of prices with VAT it was taken before their VAT
 * was, and a tax invoice states what computes (decision 0038).
 */
function comesToDiscount({ discount, subTotal, discountAmount, order }: OrderPageModel): boolean {
  const currency = order.currencyName;
  const computed = timesRatio(fromJsonNumber(subTotal, currency), bpsOfPercent(discount ?? 0), 10_000);
  return computed === fromJsonNumber(discountAmount, currency);
}

function Row(props: {
  readonly label: string;
  readonly detail?: ReactNode;
  readonly isGrand?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={props.isGrand ? "totals-row totals-grand" : "totals-row"}>
      <dt>
        {props.label} {props.detail !== undefined && <span className="totals-detail">{props.detail}</span>}
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}
