/** The fields of a product: name, price as it is on the tag, VAT, stock. */
import type { Product } from "#contract/products.ts";
import { Field } from "../forms/field.tsx";
import type { Faults } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { VatField } from "./vat-field.tsx";

type ProductFieldsProps = {
  /** The one that is changed. */
  readonly product: Product | null;
  readonly faults: Faults;
  /** false: its buyer chooses what to pay, with VAT. */
  readonly hasPrice?: boolean;
};

export function ProductFields({ product, faults, hasPrice = true }: ProductFieldsProps) {
  const { t } = useWording();
  return (
    <>
      <Field
        name="title"
        label={t("product.name")}
        isRequired
        autoFocus={product === null}
        maxLength={200}
        defaultValue={product?.title}
        fault={faults["title"]}
      />
      {hasPrice && (
        <Field
          name="price"
          label={t("product.price")}
          inputMode="decimal"
          isLtr
          isLarge
          isRequired
          maxLength={24}
          defaultValue={product?.price}
          fault={faults["price"]}
        />
      )}
      <VatField product={product} fault={faults["vat"]} hasPrice={hasPrice} />
      <Field
        name="stockQty"
        label={t("product.stock")}
        hint={t("product.stockHint")}
        inputMode="numeric"
        isLtr
        maxLength={9}
        defaultValue={product?.stockQty?.toString()}
        fault={faults["stockQty"]}
      />
    </>
  );
}
