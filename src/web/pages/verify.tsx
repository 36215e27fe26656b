/**
 * Whether a paper, or a page on which to pay, is genuine (docs/decisions/0178): what the system has of an order number, to compare with
 * the paper. No name, no address, no line: the papers themselves have the number, which opens the invoice.
 */
import { type ReactNode, useId } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { IssuedPaper } from "#contract/pages.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { isolateLtr } from "#core/text.ts";
import { Amount } from "../components/amount.tsx";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NumberForm } from "../components/number-form.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PartGivenBack } from "../components/part-given-back.tsx";
import { SurplusBeside } from "../components/surplus-beside.tsx";
import { formatDate, formatDateTime } from "../i18n/format.ts";
import { translator } from "../i18n/translator.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { legalNameIn } from "../order/seller-in.ts";
import { paperStandingOf, standingOf } from "../order/standing.ts";
import type { Page, PageView } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import home from "../styles/home.css?inline";
import tokens from "../styles/tokens.css?inline";
import verify from "../styles/verify.css?inline";

/** Name of the box in the address. */
const numberField = "number";

export const verifyPage: Page = {
  styles: [tokens, base, home, verify],
  load: async ({ request, params, services }) => {
    const typed = request.url.searchParams.get(numberField);
    const wanted = params["orderNumber"] ?? typed;
    if (wanted === null || wanted === undefined) return viewOf(<Ask typed={null} />);
    const orderNumber = readOrderNumber(wanted);
    if (orderNumber === null) return viewOf(<Ask typed={wanted} />);
    if (params["orderNumber"] === undefined)
      return {
        status: 303,
        headers: { location: addresses.verify(orderNumber) },
        title: () => "",
        body: null,
      };
    const found = await services.loadOrder(orderNumber);
    if (!found) return { ...viewOf(<Unknown orderNumber={orderNumber} />), status: 404 };
    const papers = await services.loadIssuedPapers(orderNumber);
    return { ...viewOf(<Found order={found.model} papers={papers} />), theme: found.theme };
  },
};

function viewOf(body: ReactNode): PageView {
  return { status: 200, title: (language) => translator(language, "verify")("title"), body };
}

function Ask({ typed }: { readonly typed: string | null }) {
  const t = useTranslations("verify");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="home-layout">
      <section className="home-panel">
        <h1>{t("title")}</h1>
        <p className="home-intro">{t("intro")}</p>
        <NumberForm
          action={addresses.verify()}
          field={numberField}
          typed={typed}
          label={t("number")}
          hint={t("numberHint")}
          fault={t("numberInvalid")}
          send={t("check")}
        />
      </section>
    </PageFrame>
  );
}

function Unknown({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("verify");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="verify-layout">
      <section className="verify">
        <div className="verify-verdict verify-unknown">
          <Icon path={icons.alert} />
          <h1>{t("unknown")}</h1>
        </div>
        <p>
          <bdi dir="ltr" className="code">
            {orderNumber}
          </bdi>
        </p>
        <p>{t("unknownHint")}</p>
        <p>
          <a className="button" href={addresses.verify()}>
            {t("title")}
          </a>
        </p>
      </section>
    </PageFrame>
  );
}

type FoundProps = { readonly order: OrderPageModel; readonly papers: readonly IssuedPaper[] };

function Found({ order, papers }: FoundProps) {
  const t = useTranslations("verify");
  const invoice = useTranslations("invoice");
  const { merchant, orderNumber } = order;
  const id = useId();
  return (
    <PageFrame shop={merchant} logo={<ShopLogo merchant={merchant} />} layout="verify-layout">
      <section className="verify">
        <div className="verify-verdict">
          <Icon path={icons.check} />
          <h1>{t("genuine")}</h1>
        </div>
        <p>{t("compare")}</p>
        <Facts order={order} />
        <PartGivenBack order={order} />
        <SurplusBeside order={order} />
        {standingOf(order, Date.now()) === "surplus" && <p>{invoice("surplusHint")}</p>}
        {papers.length > 0 && (
          <>
            <h2 id={id}>{t("papers")}</h2>
            <dl aria-labelledby={id}>
              {papers.map((paper) => (
                <PaperFact key={paper.number} paper={paper} />
              ))}
            </dl>
          </>
        )}
        <h2>{t("page")}</h2>
        <p>{t("pageHint", { address: isolateLtr(`${order.webUrl}/`) })}</p>
        <p>
          <a className="button" href={addresses.invoice(orderNumber)}>
            {t("open")}
          </a>
        </p>
      </section>
    </PageFrame>
  );
}

function Facts({ order }: Pick<FoundProps, "order">) {
  const t = useTranslations("verify");
  const invoice = useTranslations("invoice");
  const language = useLocale();
  const { merchant, seller, order: told, paidDate, total } = order;
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  const number = (text: string) => <bdi dir="ltr">{text}</bdi>;
  const legalName = legalNameIn(order, language);
  return (
    <dl>
      {fact(t("number"), number(order.orderNumber))}
      {fact(t("shop"), <OwnWords text={merchant.shopName} />)}
      {legalName !== null && fact(t("seller"), <OwnWords text={legalName} />)}
      {seller.registration &&
        fact(
          invoice(seller.registration.scheme === "CRN" ? "commercialRegistration" : "registration"),
          number(seller.registration.value),
        )}
      {merchant.vatNumber && fact(invoice("vatNumber"), number(merchant.vatNumber))}
      {fact(t("status"), invoice(`titleStates.${paperStandingOf(order, Date.now())}`))}
      {fact(t("total"), <Amount value={total} currency={told.currencyName} />)}
      {fact(t("createdOn"), <time dateTime={told.createDate}>{formatDate(told.createDate, language)}</time>)}
      {paidDate !== null &&
        fact(t("paidOn"), <time dateTime={paidDate}>{formatDateTime(paidDate, language)}</time>)}
    </dl>
  );
}

const nameOf = { tax_invoice: "taxInvoice", credit_note: "creditNote", debit_note: "debitNote" } as const;

function PaperFact({ paper }: { readonly paper: IssuedPaper }) {
  const t = useTranslations("verify");
  const language = useLocale();
  return (
    <div>
      <dt>
        {t(nameOf[paper.kind])} <bdi dir="ltr">{paper.number}</bdi>
      </dt>
      <dd>
        <Amount value={paper.total} currency={paper.currency} /> ·{" "}
        <time dateTime={paper.issuedAt}>{formatDateTime(paper.issuedAt, language)}</time>
      </dd>
      <dd className="verify-print">
        {t("fingerprint")}{" "}
        <bdi dir="ltr" className="code">
          {paper.fingerprint}
        </bdi>
      </dd>
    </div>
  );
}
