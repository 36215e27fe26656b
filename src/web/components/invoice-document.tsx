/** The invoice itself: whose it is, what was bought, what it comes to. The print page shows the same. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { formatDate, formatDateTime } from "../i18n/format.ts";
import { Amount } from "./amount.tsx";
import { CopyButton } from "./copy-button.tsx";
import { InvoiceItems } from "./invoice-items.tsx";
import { InvoiceTotals } from "./invoice-totals.tsx";

type OrderProps = { readonly order: OrderPageModel };

export function InvoiceDocument({ order }: OrderProps) {
  return (
    <article className="invoice-document">
      <InvoiceHead order={order} />
      <div className="parties">
        <FromBlock order={order} />
        <ToBlock order={order} />
      </div>
      <InvoiceItems order={order} />
      <InvoiceTotals order={order} />
      <InvoiceNote note={order.order.note} />
    </article>
  );
}

function InvoiceHead({ order }: OrderProps) {
  const t = useTranslations("invoice");
  const common = useTranslations("common");
  const language = useLocale();
  const facts = orderStatusFacts[order.order.orderStatus];
  const name = order.client?.name?.trim();
  return (
    <header className="invoice-head">
      <h1>
        {name ? (
          <>
            <span className="invoice-for">{t("invoiceFor")}</span> <bdi>{name}</bdi>
          </>
        ) : (
          <bdi>{order.merchant.shopName}</bdi>
        )}
      </h1>
      <dl className="facts">
        <div>
          <dt>{common("invoiceNumber")}</dt>
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
            <time dateTime={order.order.createDate}>{formatDate(order.order.createDate, language)}</time>
          </dd>
        </div>
        {/* On wide windows the panel beside the document says it large (Spec 2.1). */}
        <div className="fact-total">
          <dt>{t("total")}</dt>
          <dd>
            <Amount value={order.total} currency={order.order.currencyName} />
          </dd>
        </div>
        {facts.showsStatusBlock && (
          <div>
            <dt>{t("status")}</dt>
            <dd>
              <span className={`status status-${facts.banner}`}>{t(facts.label)}</span>
            </dd>
          </div>
        )}
        {order.paidDate !== null && facts.label === "statusPaid" && (
          <div>
            <dt>{t("paidOn")}</dt>
            <dd>
              <time dateTime={order.paidDate}>{formatDateTime(order.paidDate, language)}</time>
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

function FromBlock({ order }: OrderProps) {
  const t = useTranslations("invoice");
  const { merchant, merchantContact } = order;
  const city = merchantContact?.city?.trim();
  const address = merchantContact?.address1?.trim();
  // Spec 2.1: e-mail and phone from the merchant's contact, else from the merchant.
  const email = merchantContact?.email || merchant.email;
  const phone = merchantContact?.phone || merchant.phone;
  return (
    <section className="party">
      <h2>{t("from")}</h2>
      <p className="party-name">
        <bdi>{merchant.shopName}</bdi>
      </p>
      {city && (
        <p>
          <bdi>{city}</bdi>
        </p>
      )}
      {address && (
        <p>
          <bdi>{address}</bdi>
        </p>
      )}
      <dl className="contact">
        {email && <ContactLine label={t("email")} text={email} href={`mailto:${email}`} />}
        {phone && (
          <ContactLine label={t("phone")} text={phone} href={`tel:${phone.replace(/[^\d+]/g, "")}`} />
        )}
        {merchant.vatNumber && <ContactLine label={t("vatNumber")} text={merchant.vatNumber} />}
      </dl>
    </section>
  );
}

function ToBlock({ order }: OrderProps) {
  const t = useTranslations("invoice");
  const name = order.client?.name?.trim();
  const mobile = order.client?.mobile?.trim();
  if (!name && !mobile) return null;
  return (
    <section className="party">
      <h2>{t("to")}</h2>
      {name && (
        <p className="party-name">
          <bdi>{name}</bdi>
        </p>
      )}
      <dl className="contact">{mobile && <ContactLine label={t("mobile")} text={mobile} />}</dl>
    </section>
  );
}

/** Numbers and addresses read left to right inside Arabic, too. */
function ContactLine(props: { readonly label: string; readonly text: string; readonly href?: string }) {
  const text = <bdi dir="ltr">{props.text}</bdi>;
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.href === undefined ? text : <a href={props.href}>{text}</a>}</dd>
    </div>
  );
}

function InvoiceNote({ note }: { readonly note: string | null }) {
  const t = useTranslations("invoice");
  if (!note?.trim()) return null;
  return (
    <section className="invoice-note">
      <h2>{t("note")}</h2>
      <p dir="auto">{note}</p>
    </section>
  );
}
