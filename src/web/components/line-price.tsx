/** What a line of an order comes to, and how: its total, under it quantity and unit price, net of VAT as the sub-total is. */
import { useLocale } from "use-intl/react";
import type { OrderLineModel } from "#contract/order.ts";
import { formatNumber } from "../i18n/format.ts";
import { Amount } from "./amount.tsx";

export function LinePrice(props: {
  readonly line: OrderLineModel;
  readonly currency: string;
  /** The name of what the quantity counts, where it stands nowhere else. */
  readonly unit?: string | undefined;
}) {
  const language = useLocale();
  const { line, currency, unit } = props;
  return (
    <>
      <Amount value={line.lineTotal} currency={currency} />
      {(line.qty !== 1 || unit) && (
        <span className="line-sum">
          <bdi dir="ltr">
            {/* Spaces within a word of the other direction would change sides. */}
            {line.qty} {unit && <bdi>{unit}</bdi>}
            {unit && " "}× {formatNumber(line.soldPrice, currency, language)}
          </bdi>
        </span>
      )}
    </>
  );
}
