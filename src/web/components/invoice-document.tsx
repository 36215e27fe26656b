/** The invoice itself: whose it is, what was bought, what it comes to. The print page shows the same. */
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { SimplifiedTaxInvoice } from "#contract/pages.ts";
import { directionOf, otherLanguage } from "#core/language.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { writtenLanguage } from "../i18n/written-language.ts";
import { CopyButton } from "./copy-button.tsx";
import { InvoiceItems } from "./invoice-items.tsx";
import { FromBlock, type OrderProps, type PaperProps, ToBlock } from "./invoice-parties.tsx";
import { InvoiceTotals } from "./invoice-totals.tsx";
import { OwnWords } from "./own-words.tsx";
import { isPartGivenBack } from "./part-given-back.tsx";
import { ShownDate } from "./shown-date.tsx";

type InvoiceDocumentProps = OrderProps & {
  /** On paper that is a tax invoice: what it says beside the order. */
  readonly taxInvoice?: SimplifiedTaxInvoice | null;
  /** No invoice yet: what stands at its head in place of the invoice's own facts. */
  readonly head?: ReactNode;
};

export function InvoiceDocument({ order, taxInvoice = null, head }: InvoiceDocumentProps) {
  return (
    <article className="invoice-document">
      {head ?? <InvoiceHead order={order} taxInvoice={taxInvoice} />}
      <div className="parties">
        <FromBlock order={order} taxInvoice={taxInvoice} />
        <ToBlock order={order} taxInvoice={taxInvoice} />
      </div>
      <InvoiceItems order={order} />
      <InvoiceTotals order={order} taxInvoice={taxInvoice} />
      <InvoiceAnswers answers={order.order.answers ?? []} />
      <InvoiceNote note={order.order.note} />
    </article>
  );
}

function InvoiceHead({ order, taxInvoice }: PaperProps) {
  const t = useTranslations("invoice");
  const common = useTranslations("common");
  const language = useLocale();
  const facts = orderStatusFacts[order.order.orderStatus];
  const name = order.client?.name?.trim();
  return (
    <header className="invoice-head">
      {taxInvoice && <TaxInvoiceTitle title={taxInvoice.title} />}
      <h1>
        {name ? (
          <>
            <span className="invoice-for">{t("invoiceFor")}</span> <OwnWords text={name} />
          </>
        ) : (
          <OwnWords text={order.merchant.shopName} />
        )}
      </h1>
      <dl className="facts">
        {taxInvoice && <TaxInvoiceFacts {...taxInvoice} />}
        <div>
          <dt>{taxInvoice ? taxInvoice.orderLabel[language] : common("invoiceNumber")}</dt>
          <dd>
            <bdi dir="ltr" className="code">
              {order.orderNumber}
            </bdi>
            <CopyButton text={order.orderNumber} />
          </dd>
        </div>
        <div>
          <dt>{t("createdOn")}</dt>
          <dd>
            <ShownDate instant={order.order.createDate} />
          </dd>
        </div>
        {order.dueDate !== null && (
          <div>
            <dt>{t("dueOn")}</dt>
            <dd>
              <ShownDate instant={order.dueDate} />
            </dd>
          </div>
        )}
        {facts.showsStatusBlock && (
          <div>
            <dt>{t("status")}</dt>
            <dd>
              <span className={facts.label === "statusPaid" ? "status" : "status is-plain"}>
                {t(facts.label)}
              </span>
              <GivenBack order={order} />
            </dd>
          </div>
        )}
        {order.paidDate !== null && facts.wasPaid && (
          <div>
            <dt>{t("paidOn")}</dt>
            <dd>
              <ShownDate instant={order.paidDate} hasTime />
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

/** Spec 4 calls a refunded order paid, too: what happened since stands beside it. */
function GivenBack({ order }: OrderProps) {
  const t = useTranslations("invoice");
  const isAll = orderStatusFacts[order.order.orderStatus].standing === "refunded";
  if (!isAll && !isPartGivenBack(order)) return null;
  return <span className="status-more">{t(isAll ? "statusGivenBack" : "statusPartGivenBack")}</span>;
}

/** In both languages, the page's own first: the law wants the Arabic one on every tax invoice. */
function TaxInvoiceTitle({ title }: Pick<SimplifiedTaxInvoice, "title">) {
  const language = useLocale();
  const other = otherLanguage(language);
  return (
    <p className="tax-title">
      {title[language]}{" "}
      <span lang={other} dir={directionOf(other)}>
        {title[other]}
      </span>
    </p>
  );
}

function TaxInvoiceFacts({ number, issuedAt }: Pick<SimplifiedTaxInvoice, "number" | "issuedAt">) {
  const t = useTranslations("invoice");
  return (
    <>
      <div>
        <dt>{t("taxInvoiceNumber")}</dt>
        <dd>
          <bdi dir="ltr">{number}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("issuedOn")}</dt>
        <dd>
          <ShownDate instant={issuedAt} hasTime />
        </dd>
      </div>
    </>
  );
}

/** What the buyer answered to the questions of a product link. */
function InvoiceAnswers({ answers }: { readonly answers: NonNullable<OrderPageModel["order"]["answers"]> }) {
  const t = useTranslations("invoice");
  const language = useLocale();
  if (answers.length === 0) return null;
  return (
    <section className="invoice-note">
      <h2>{t("answers")}</h2>
      <dl className="contact">
        {answers.map(({ key, label, answer }) => (
          <div key={key}>
            <dt>
              <OwnWords text={label[language]} />
            </dt>
            <dd>
              <OwnWords text={answer[language]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function InvoiceNote({ note }: { readonly note: string | null }) {
  const t = useTranslations("invoice");
  if (!note?.trim()) return null;
  return (
    <section className="invoice-note">
      <h2>{t("note")}</h2>
      <p dir="auto" lang={writtenLanguage(note) ?? undefined}>
        {note}
      </p>
    </section>
  );
}
