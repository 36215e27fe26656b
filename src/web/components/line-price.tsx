/** What a line of an order comes to, and how: its total, under it quantity and unit price, net of VAT as the sub-total is. */
import type { OrderLineModel } from "#contract/order.ts";
import { fromJsonNumber, groupDigits } from "#core/money.ts";
import { quantity } from "#core/pricing/quantity.ts";
import { unitPriceText } from "#core/tax/tax-invoice.ts";
import { Amount } from "./amount.tsx";

export function LinePrice(props: {
  readonly line: OrderLineModel;
  readonly currency: string;
  /** The name of what the quantity counts, where it stands nowhere else. */
  readonly unit?: string | undefined;
}) {
  const { line, currency, unit } = props;
  const { qty, soldPrice, lineTotal } = line;
  // As on the tax invoice: with the decimals that come to the total, where a price with VAT does not divide evenly.
  const price = unitPriceText(
    {
      qty: quantity(Math.round(qty * 1_000)),
      net: fromJsonNumber(lineTotal, currency),
      unitPrice: fromJsonNumber(soldPrice, currency),
    },
    currency,
  );
  return (
    <>
      <Amount value={lineTotal} currency={currency} />
      {(qty !== 1 || unit) && (
        <span className="line-sum">
          <bdi dir="ltr">
            {/* Spaces within a word of the other direction would change sides. */}
            {qty} {unit && <bdi>{unit}</bdi>}
            {unit && " "}× {groupDigits(price)}
          </bdi>
        </span>
      )}
    </>
  );
}
