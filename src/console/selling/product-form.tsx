/** One product, new or being changed: name, price as it is on the tag, picture, stock. */
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Product } from "#contract/products.ts";
import { request } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { cutSquare } from "./crop.ts";
import { type Picked, PictureField } from "./picture-field.tsx";
import { ProductFields } from "./product-fields.tsx";
import { productFaults, type ReadProduct, readProductForm } from "./product-form-body.ts";

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
function changesOf({ stockQty, ...fields }: ReadProduct, product: Product): Partial<ReadProduct> {
  return { ...fields, ...(stockQty !== product.stockQty && { stockQty }) };
}

/** Stock goes down while the form is open: what was typed of it before may be too much. */
const keptNames = ["title", "price", "priceIncludesVat", "vat", "description"] as const;

function ProductForm({ product }: { readonly product: Product | null }) {
  const { t } = useWording();
  const { shop } = useSession();
  const navigate = useNavigate();
  const making = useChange("POST /api/v1/products");
  const changing = useChange("PATCH /api/v1/products/:productId");
  const [picked, setPicked] = useState<Picked>(null);
  const typed = useKeptTyping(`product-${product?.id ?? "new"}`, { plain: keptNames });
  const save = async (fields: ReadProduct): Promise<void> => {
    const picture = await upload(picked, shop.merchantId);
    if (product === null) await making.mutateAsync({ body: { ...fields, ...picture } });
    else {
      const params = { productId: String(product.id) };
      await changing.mutateAsync({ params, body: { ...changesOf(fields, product), ...picture } });
    }
    typed.drop();
    await navigate({ to: "/products" });
  };
  const send = async (data: FormData): Promise<Faults | null> => {
    const read = readProductForm(data);
    if ("faults" in read) return read.faults;
    await save(read.fields);
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(send, productFaults);
  return (
    <form ref={form} className="form form-new" noValidate onSubmit={submit}>
      {typed.keeper}
      <PictureField imageId={product?.imageId ?? null} picked={picked} onPick={setPicked} />
      <ProductFields product={product} faults={faults} />
      <Field
        name="description"
        label={t("product.description")}
        lines={3}
        maxLength={2000}
        defaultValue={product?.description ?? ""}
        fault={faults["description"]}
      />
      {failure && <Failed failure={failure} />}
      <div className="form-end">
        <button type="submit" className="button button-primary button-wide" disabled={isBusy}>
          {t("product.save")}
        </button>
      </div>
    </form>
  );
}
