/** One product, new or being changed: name, price as it stands on the tag, picture, stock. */
import { useNavigate, useParams } from "@tanstack/react-router";
import { type SubmitEvent, useRef, useState } from "react";
import type { Product } from "#contract/products.ts";
import { CallFailure, request } from "../calls/call.ts";
import { useChange, useRead } from "../calls/queries.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { cutSquare } from "./crop.ts";
import { type Picked, PictureField } from "./picture-field.tsx";
import { type Faults, type ProductFields, productFaults, readProductForm } from "./product-form-body.ts";
import { VatField } from "./vat-field.tsx";

export function NewProduct() {
  const { t } = useWording();
  return (
    <Screen title={t("product.newTitle")} keepsFocus>
      <ProductForm product={null} />
    </Screen>
  );
}

export function EditProduct() {
  const { t } = useWording();
  const { productId } = useParams({ from: "/products/$productId" });
  const product = useRead("GET /api/v1/products/:productId", { params: { productId } });
  return (
    <Screen title={t("product.editTitle")}>
      <Reading query={product}>{(found) => <ProductForm key={found.id} product={found} />}</Reading>
    </Screen>
  );
}

/** Sends the square of a chosen picture; the same bytes again are the same picture. */
async function upload(picked: Picked, shop: number): Promise<{ readonly imageId?: string | null }> {
  if (picked === null) return {};
  if (picked === "none") return { imageId: null };
  const body = await cutSquare(picked.picture, picked.place);
  const reply = await request("POST /api/v1/images", { body }, { shop });
  return { imageId: ((await reply.json()) as { id: string }).id };
}

/** Stock goes down while the form is open: it is sent only where it was typed over. */
function changesOf({ stockQty, ...fields }: ProductFields, product: Product): Partial<ProductFields> {
  return { ...fields, ...(stockQty !== product.stockQty && { stockQty }) };
}

function ProductForm({ product }: { readonly product: Product | null }) {
  const { t } = useWording();
  const { shop } = useSession();
  const navigate = useNavigate();
  const making = useChange("POST /api/v1/products");
  const changing = useChange("PATCH /api/v1/products/:productId");
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState<Picked>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showFaults = (found: Faults): void => {
    setFaults(found);
    const [name] = Object.keys(found);
    const field = name === undefined ? null : form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const save = async (fields: ProductFields): Promise<void> => {
    const picture = await upload(picked, shop.merchantId);
    if (product === null) await making.mutateAsync({ body: { ...fields, ...picture } });
    else {
      const params = { productId: String(product.id) };
      await changing.mutateAsync({ params, body: { ...changesOf(fields, product), ...picture } });
    }
    await navigate({ to: "/products" });
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const read = readProductForm(new FormData(event.currentTarget));
    if ("faults" in read) return showFaults(read.faults);
    setFaults({});
    setFailure(null);
    setBusy(true);
    try {
      await save(read.fields);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
      showFaults(productFaults(error.fields));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="form form-new" noValidate onSubmit={(event) => void submit(event)}>
      <PictureField imageId={product?.imageId ?? null} picked={picked} onPick={setPicked} />
      <Fields product={product} faults={faults} />
      {failure && Object.keys(faults).length === 0 && <Failed failure={failure} />}
      <div className="form-end">
        <button type="submit" className="button button-primary button-wide" disabled={isBusy}>
          {t("product.save")}
        </button>
      </div>
    </form>
  );
}

type FieldsProps = { readonly product: Product | null; readonly faults: Faults };

function Fields({ product, faults }: FieldsProps) {
  const { t } = useWording();
  const fault = (name: string) => faults[name] && t(faults[name]);
  return (
    <>
      <Field
        name="title"
        label={t("product.name")}
        isRequired
        autoFocus={product === null}
        maxLength={200}
        defaultValue={product?.title}
        fault={fault("title")}
      />
      <Field
        name="price"
        label={t("product.price")}
        inputMode="decimal"
        isLtr
        isLarge
        isRequired
        maxLength={24}
        defaultValue={product?.price}
        fault={fault("price")}
      />
      <VatField product={product} fault={fault("vat")} />
      <Field
        name="stockQty"
        label={t("product.stock")}
        hint={t("product.stockHint")}
        inputMode="numeric"
        isLtr
        maxLength={9}
        defaultValue={product?.stockQty?.toString()}
        fault={fault("stockQty")}
      />
      <Field
        name="description"
        label={t("product.description")}
        lines={3}
        maxLength={2000}
        defaultValue={product?.description ?? ""}
        fault={fault("description")}
      />
    </>
  );
}
