/** One link: sharing it, what it has sold, how many it begins with and until when it sells; closed and opened by one press. */
import { useParams } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import type { ProductLink } from "#contract/product-links.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { repeat } from "../display/icons.ts";
import { isoDay } from "../display/iso-day.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import type { Faults } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { LinkFunnel } from "../money/funnel.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { AmountFields, readAmountFields } from "./amount-fields.tsx";
import { AskedFields } from "./asked-fields.tsx";
import { readQuestions } from "./asked-fields-form.ts";
import { pause } from "./icons.ts";
import { LinkChip } from "./link-chip.tsx";
import { LinkFields, readLinkFields } from "./link-fields.tsx";
import { LinkPrice } from "./link-price.tsx";
import { LinkWays } from "./link-ways.tsx";
import { Picture } from "./picture.tsx";

export function OneLink() {
  const { t } = useWording();
  const { linkIdentity } = useParams({ from: "/products/links/$linkIdentity" });
  const link = useRead("GET /api/v1/product-links/:linkIdentity", { params: { linkIdentity } });
  const maySell = useMay("products.manage");
  return (
    <Screen title={t("link.title")}>
      <Reading query={link}>
        {(found) => (
          <div className="invoice">
            <Head link={found} />
            <div className="link-part">
              <h2>{t("links.share")}</h2>
              <LinkWays link={found} />
            </div>
            <div className="link-part">
              <Sales link={found} />
              <LinkFunnel link={found} />
              {maySell && <Settings key={settingsOf(found)} link={found} />}
            </div>
          </div>
        )}
      </Reading>
    </Screen>
  );
}

function Head({ link }: { readonly link: ProductLink }) {
  const { t } = useWording();
  const { linkIdentity, product, expiresAt, isActive } = link;
  const maySell = useMay("products.manage");
  const changing = useChange("PATCH /api/v1/product-links/:linkIdentity");
  return (
    <div className="invoice-head product-card">
      <Picture imageId={product.imageId} size="medium" className="is-large" />
      <div className="product-facts">
        <bdi className="card-name">{product.title}</bdi>
        <p className="invoice-sum">
          <LinkPrice link={link} />
          <LinkChip link={link} />
        </p>
        {expiresAt && (
          <p className="soft">
            {t("link.until")} <DateShown instant={expiresAt} />
          </p>
        )}
        {product.stockQty !== null && (
          <p className="soft">{t("products.left", { count: product.stockQty })}</p>
        )}
        {maySell && (
          <button
            type="button"
            className="button"
            disabled={changing.isPending}
            onClick={() => changing.mutate({ params: { linkIdentity }, body: { isActive: !isActive } })}
          >
            <Icon path={isActive ? pause : repeat} />
            {t(isActive ? "link.close" : "link.reopen")}
          </button>
        )}
        {changing.error && <Failed failure={changing.error} />}
      </div>
    </div>
  );
}

function Sales({ link: { sales, currency } }: { readonly link: ProductLink }) {
  const { t } = useWording();
  return (
    <section className="panel">
      <h2>{t("link.sales")}</h2>
      <dl>
        <div className="fact">
          <dt>{t("link.orders")}</dt>
          <dd>
            <bdi>{sales.orders}</bdi>
          </dd>
        </div>
        <div className="fact">
          <dt>{t("link.paid")}</dt>
          <dd>
            <Amount amount={sales.paid} currency={currency} />
          </dd>
        </div>
        {Number(sales.refunded) > 0 && (
          <div className="fact">
            <dt>{t("invoice.refunded")}</dt>
            <dd>
              <Amount amount={sales.refunded} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Another text where the form would begin with something else. */
function settingsOf({ quantity, maxPayments, expiresAt, ...link }: ProductLink): string {
  return JSON.stringify([quantity, maxPayments, expiresAt, link.buyerAmount, link.askedFields]);
}

/** Each way back is the same form again: nothing of an order that was made changes. */
function Settings({ link }: { readonly link: ProductLink }) {
  const { t } = useWording();
  const { linkIdentity, quantity, maxPayments, expiresAt, buyerAmount } = link;
  const kept = useKeptTyping(`link-${linkIdentity}`, { plain: "all" });
  const { before } = kept;
  const [isChosen, setChosen] = useState((before["isChosenAmount"] ?? (buyerAmount && "on")) === "on");
  const [faults, setFaults] = useState<Faults>({});
  const changing = useChange("PATCH /api/v1/product-links/:linkIdentity", kept.drop);
  const day = expiresAt === null ? "" : isoDay(new Date(expiresAt));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = readLinkFields(form);
    const chosen = readAmountFields(form);
    const questions = readQuestions(form);
    setFaults(Object.assign({}, ...[read, chosen, questions].map((part) => "faults" in part && part.faults)));
    if ("faults" in read || "faults" in chosen || "faults" in questions) return;
    // An end that was not touched keeps its time of day.
    const isSameDay = String(form.get("expiresOn") ?? "") === day;
    const { expiresAt: end, ...rest } = read.fields;
    const body = { ...rest, ...questions, buyerAmount: chosen.amount, ...(!isSameDay && { expiresAt: end }) };
    changing.mutate({ params: { linkIdentity }, body });
  };
  return (
    <form className="panel" noValidate onSubmit={submit}>
      <h2>{t("link.settings")}</h2>
      {kept.keeper}
      <AmountFields amount={buyerAmount} isChosen={isChosen} onChosen={setChosen} faults={faults} />
      <LinkFields
        quantity={quantity}
        maxPayments={maxPayments}
        day={day}
        isChosen={isChosen}
        faults={faults}
      />
      <AskedFields asked={link.askedFields} faults={faults} before={before} />
      {changing.error && <Failed failure={changing.error} />}
      <button type="submit" className="button" disabled={changing.isPending}>
        {t("product.save")}
      </button>
      <p role="status">{changing.isSuccess && t("link.saved")}</p>
    </form>
  );
}
