/** Whether the price has VAT inside, and which VAT: nothing of it for shops without a VAT number. */
import type { Product } from "#contract/products.ts";
import { useRead } from "../calls/queries.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { usualRate } from "./product-form-body.ts";

/** Reasons of a rate of zero that shops have whose buyers need not be named; others are set through the API. */
const reasons: Readonly<Record<string, TextKey>> = {
  "VATEX-SA-35": "vatReason.medicines",
  "VATEX-SA-36": "vatReason.metals",
  "VATEX-SA-30": "vatReason.realEstate",
  "VATEX-SA-29": "vatReason.financial",
  "VATEX-SA-34-2": "vatReason.passengers",
  "VATEX-SA-OOS": "vatReason.outOfScope",
};

type VatFieldProps = {
  readonly product: Pick<Product, "priceIncludesVat" | "vatRate" | "vatExemption"> | null;
  readonly fault?: TextKey | undefined;
  /** false: what its buyer chooses is with VAT. */
  readonly hasPrice: boolean;
};

export function VatField({ product, fault, hasPrice }: VatFieldProps) {
  const { t } = useWording();
  const shop = useRead("GET /api/v1/merchant", {});
  // Until it is known the field is there, so that a quick owner's price means what it says.
  const isInside = product?.priceIncludesVat ?? true;
  // A price is what is paid, also once the shop has to charge VAT.
  if (shop.data && shop.data.vatNumber === null)
    return isInside ? <input type="hidden" name="priceIncludesVat" value="on" /> : null;
  const reason = product?.vatExemption ?? null;
  const isOwnRate = reason === null && product?.vatRate != null;
  return (
    <>
      {hasPrice ? (
        <label className="check">
          <input type="checkbox" name="priceIncludesVat" defaultChecked={isInside} />
          <span>{t("product.vatInside")}</span>
        </label>
      ) : (
        <input type="hidden" name="priceIncludesVat" value="on" />
      )}
      {/* A rate of its own, which the API alone sets, stays as it is. */}
      {!isOwnRate && (
        <label className="field">
          <span>{t("product.vat")}</span>
          <select
            name="vat"
            className="control"
            defaultValue={reason ?? usualRate}
            aria-invalid={fault ? true : undefined}
          >
            <option value={usualRate}>{t("product.usualVat")}</option>
            {Object.entries(reasons).map(([code, text]) => (
              <option key={code} value={code}>
                {t(text)}
              </option>
            ))}
            {reason !== null && !(reason in reasons) && <option value={reason}>{reason}</option>}
          </select>
          {fault && <span className="field-fault">{t(fault)}</span>}
        </label>
      )}
    </>
  );
}
