/** What a line is for, completed from the shop's products: one that is chosen brings its price and its VAT along. */
import { useState } from "react";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import type { FieldProps } from "../forms/field.tsx";
import { fillField, SuggestingField } from "../forms/suggesting-field.tsx";
import { useWording } from "../i18n/texts.ts";
import type { LineNames } from "./invoice-form-body.ts";
import { lineOfProduct, productsFor } from "./known-product.ts";
import type { Beginning } from "./new-invoice.tsx";

const most = 5;

type WhatProps = Omit<FieldProps, "name"> & {
  /** The fields of the line. */
  readonly names: LineNames;
  readonly beginning: Beginning;
};

export function WhatField({ names, beginning, ...field }: WhatProps) {
  const { t } = useWording();
  const [typed, setTyped] = useState("");
  const [vat, setVat] = useState({
    rate: beginning[names.vatRate] ?? "",
    exemption: beginning[names.vatExemption] ?? "",
  });
  const isTyped = typed.trim() !== "";
  const products = useRead(
    "GET /api/v1/products",
    { query: { isArchived: "false", limit: 100 } },
    { enabled: isTyped },
  );
  const shop = useRead("GET /api/v1/merchant", {}, { enabled: isTyped });
  const found = productsFor(products.data?.items ?? [], typed, most);
  const fill = (key: string, form: HTMLFormElement): void => {
    const product = found.find(({ id }) => String(id) === key);
    if (!product) return;
    const hasVatInside = new FormData(form).has("hasVatInside");
    const line = lineOfProduct(product, { hasVatInside, hasVat: shop.data?.vatNumber != null });
    fillField(form, names.title, line.title);
    fillField(form, names.amount, line.price);
    fillField(form, names.vatRate, line.vatRate);
    fillField(form, names.vatExemption, line.vatExemption);
    setVat({ rate: line.vatRate, exemption: line.vatExemption });
    setTyped("");
  };
  return (
    <>
      <SuggestingField
        {...field}
        name={names.title}
        hint={vat.rate === "" ? field.hint : `${t("new.vatOfLine")} ${Number(vat.rate)}%`}
        listLabel={t("shell.products")}
        suggestions={found.map(({ id, title, price, currency }) => ({
          key: String(id),
          text: title,
          more: <Amount amount={price} currency={currency} />,
        }))}
        onTyped={(text) => {
          setTyped(text);
          // Another thing has another VAT.
          setVat({ rate: "", exemption: "" });
        }}
        onChosen={fill}
      />
      <input type="hidden" name={names.vatRate} value={vat.rate} readOnly />
      <input type="hidden" name={names.vatExemption} value={vat.exemption} readOnly />
    </>
  );
}
