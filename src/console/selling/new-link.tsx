/** A new link on one screen: of a product that there is, or of one that is typed here. */
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { NewBuyerAmount } from "#contract/product-links.ts";
import type { Product } from "#contract/products.ts";
import { useChange } from "../calls/change.ts";
import { Amount } from "../display/amount.tsx";
import { Failed, Reading } from "../display/states.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { newLinkRoute } from "../routes.tsx";
import { Screen } from "../shell/screen.tsx";
import { AmountFields, readAmountFields } from "./amount-fields.tsx";
import { AskedFields } from "./asked-fields.tsx";
import { readQuestions, rowsOf } from "./asked-fields-form.ts";
import { LinkFields, readLinkFields } from "./link-fields.tsx";
import { Picture } from "./picture.tsx";
import { ProductFields } from "./product-fields.tsx";
import { productFaults, readProductForm } from "./product-form-body.ts";
import { useProductChoice } from "./use-product-choice.tsx";

/** The choice of a product that is typed here. */
const typed = "typed";

export function NewLink() {
  const { t } = useWording();
  const { product } = newLinkRoute.useSearch();
  const choice = useProductChoice();
  return (
    <Screen title={t("newLink.title")} keepsFocus>
      {choice.isReady ? (
        <LinkForm choice={choice} begunWith={product ?? null} />
      ) : (
        <Reading query={choice.list}>{() => null}</Reading>
      )}
    </Screen>
  );
}

type LinkFormProps = {
  readonly choice: ReturnType<typeof useProductChoice>;
  readonly begunWith: number | null;
};

function LinkForm({ choice, begunWith }: LinkFormProps) {
  const { t } = useWording();
  const navigate = useNavigate();
  const makingProduct = useChange("POST /api/v1/products");
  const making = useChange("POST /api/v1/product-links");
  // A product that was typed and made is not made again when its link was refused.
  const made = useRef<{ readonly text: string; readonly id: number } | null>(null);
  const kept = useKeptTyping(`link-${begunWith ?? "new"}`, { plain: "all" });
  const { before } = kept;
  const [chosen, setChosen] = useState(before["chosen"] ?? (begunWith === null ? typed : String(begunWith)));
  const [isChosenAmount, setChosenAmount] = useState(before["isChosenAmount"] === "on");
  const products = choice.offered(chosen);
  const product = products.find(({ id }) => String(id) === chosen);
  const productOf = async (data: FormData, amount: NewBuyerAmount | null): Promise<number | Faults> => {
    if (chosen !== typed) return Number(chosen);
    // No buyer pays this price, which a product must have.
    if (amount) data.set("price", amount.least);
    const read = readProductForm(data);
    if ("faults" in read) return read.faults;
    const text = JSON.stringify(read.fields);
    if (made.current?.text !== text) {
      const { id } = await makingProduct.mutateAsync({ body: read.fields });
      made.current = { text, id };
    }
    return made.current.id;
  };
  const make = async (data: FormData): Promise<Faults | null> => {
    const read = readLinkFields(data);
    const chosenBy = readAmountFields(data);
    const questions = readQuestions(data);
    if ("faults" in chosenBy) return chosenBy.faults;
    if ("faults" in questions) return questions.faults;
    if ("faults" in read) return read.faults;
    const { amount: buyerAmount } = chosenBy;
    const productId = await productOf(data, buyerAmount);
    if (typeof productId === "object") return productId;
    const { quantity, maxPayments, expiresAt } = read.fields;
    const body = {
      productId,
      quantity,
      ...(maxPayments !== null && { maxPayments }),
      ...(expiresAt !== null && { expiresAt }),
      ...(buyerAmount && { buyerAmount }),
      ...(questions.askedFields.length > 0 && questions),
    };
    const { linkIdentity } = await making.mutateAsync({ body });
    kept.drop();
    await navigate({ to: "/products/links/$linkIdentity", params: { linkIdentity } });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(make, productFaults);
  return (
    <form ref={form} className="form form-new" noValidate onSubmit={submit}>
      {kept.keeper}
      {choice.finder}
      <label className="field">
        <span>{t("newLink.product")}</span>
        <select
          name="chosen"
          className="control"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value={typed}>{t("newLink.typed")}</option>
          {product === undefined && chosen !== typed && <option value={chosen}>{t("newLink.chosen")}</option>}
          {products.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {product && <Chosen product={product} hasPrice={!isChosenAmount} />}
      {chosen === typed && <ProductFields product={null} faults={faults} hasPrice={!isChosenAmount} />}
      <AmountFields amount={null} isChosen={isChosenAmount} onChosen={setChosenAmount} faults={faults} />
      <details
        className="more-fields"
        open={Object.keys(faults).length > 0 || rowsOf(Object.keys(before)).length > 0 || undefined}
      >
        <summary>{t("newLink.more")}</summary>
        <div className="form">
          <LinkFields quantity={1} maxPayments={null} day="" isChosen={isChosenAmount} faults={faults} />
          <AskedFields asked={[]} faults={faults} before={before} />
        </div>
      </details>
      {failure && <Failed failure={failure} />}
      <div className="form-end">
        <button type="submit" className="button button-primary button-wide" disabled={isBusy}>
          {t("newLink.make")}
        </button>
      </div>
    </form>
  );
}

function Chosen({ product, hasPrice }: { readonly product: Product; readonly hasPrice: boolean }) {
  return (
    <div className="card product-card">
      <Picture imageId={product.imageId} />
      <div className="product-facts">
        <bdi className="card-name">{product.title}</bdi>
        {hasPrice && <Amount amount={product.price} currency={product.currency} />}
      </div>
    </div>
  );
}
