/** What a link costs its buyer: the price of a piece, or what they may choose between. */
import type { ProductLink } from "#contract/product-links.ts";
import { Amount } from "../display/amount.tsx";
import { useWording } from "../i18n/texts.ts";

export function LinkPrice({
  link: { unitTotal, buyerAmount, currency },
}: {
  readonly link: Pick<ProductLink, "unitTotal" | "buyerAmount" | "currency">;
}) {
  const { t } = useWording();
  if (buyerAmount)
    return (
      <span>
        <span className="soft">{t("link.byBuyer")}</span> {t("link.fromAmount")}{" "}
        <Amount amount={buyerAmount.least} currency={currency} /> {t("link.toAmount")}{" "}
        <Amount amount={buyerAmount.most} currency={currency} />
      </span>
    );
  return unitTotal === null ? null : <Amount amount={unitTotal} currency={currency} />;
}
