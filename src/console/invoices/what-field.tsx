/** What a line is for, completed from the shop's products: one that is chosen brings its price, its VAT and its picture along. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import type { FieldProps } from "../forms/field.tsx";
import { fillField, SuggestingField, tellForm } from "../forms/suggesting-field.tsx";
import { useWording } from "../i18n/texts.ts";
import { usePaused } from "../search/use-paused.ts";
import { useSession } from "../session/shop.ts";
import type { LineNames } from "./invoice-form-body.ts";
import { KeptParts } from "./kept-parts-shown.tsx";
import { lineOfProduct } from "./known-product.ts";
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
  const [kept, setKept] = useState(beginning[names.kept] ?? "");
  const found = useProducts(typed);
  const shop = useRead("GET /api/v1/merchant", {}, { enabled: typed.trim() !== "" });
  const fill = (key: string, form: HTMLFormElement): void => {
    const product = found.find(({ id }) => String(id) === key);
    if (!product) return;
    const hasVatInside = new FormData(form).has("hasVatInside");
    const line = lineOfProduct(product, { hasVatInside, hasVat: shop.data?.vatNumber != null });
    fillField(form, names.title, line.title);
    fillField(form, names.amount, line.price);
    fillField(form, names.vatRate, line.vatRate);
    fillField(form, names.vatExemption, line.vatExemption);
    fillField(form, names.kept, line.kept);
    setVat({ rate: line.vatRate, exemption: line.vatExemption });
    setKept(line.kept);
    setTyped("");
  };
  const drop = (form: HTMLFormElement | null): void => {
    setKept("");
    if (form === null) return;
    fillField(form, names.kept, "");
    tellForm(form);
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
      <input type="hidden" name={names.kept} value={kept} readOnly />
      {kept !== "" && <KeptParts text={kept} onDrop={drop} />}
    </>
  );
}

/** Products that are sold and have every word of what is typed in their titles. */
function useProducts(typed: string) {
  const { shop } = useSession();
  const text = usePaused(typed.trim());
  const { data } = useQuery({
    queryKey: [shop.merchantId, "GET /api/v1/products", "of", text],
    enabled: text !== "",
    queryFn: ({ signal }) =>
      call(
        "GET /api/v1/products",
        { query: { isArchived: "false", title: text, limit: most } },
        { shop: shop.merchantId, signal, isQuiet: true },
      ),
  });
  return typed.trim() === "" ? [] : (data?.items ?? []);
}
