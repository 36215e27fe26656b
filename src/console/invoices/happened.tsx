/** What happened to an invoice, newest first: views, tries with why they failed, messages and webhooks with how they stand, money, papers. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Invoice, InvoiceViews } from "#contract/invoices.ts";
import type { MessageModel } from "#contract/messages.ts";
import type { PaymentModel } from "#contract/payments.ts";
import type { Refund } from "#contract/refunds.ts";
import type { InvoiceDeliveryModel } from "#contract/webhook-endpoints.ts";
import { attemptStateFacts } from "#core/attempt-status.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { AuthorityFindings } from "../display/authority-findings.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { MethodName } from "../display/method-name.tsx";
import { useWording, type Wording } from "../i18n/texts.ts";
import { shownAmount } from "../payments/shown-amount.ts";
import { useMay } from "../session/shop.ts";
import { eventName } from "../webhooks/event-name.ts";

type Happening = {
  readonly id: string;
  readonly at: string;
  readonly icon: string;
  readonly tone: "plain" | "good" | "bad";
  readonly text: string;
  readonly more?: ReactNode;
};

export function Happened({ invoice }: { readonly invoice: Invoice }) {
  const wording = useWording();
  const { orderNumber } = invoice;
  const payments = useRead("GET /api/v1/payments", { query: { order: orderNumber, limit: 100 } });
  const messages = useRead("GET /api/v1/invoices/:orderNumber/messages", {
    params: { orderNumber },
    query: { limit: 100 },
  });
  const views = useRead("GET /api/v1/invoices/:orderNumber/views", { params: { orderNumber } });
  const refunds = useRead("GET /api/v1/invoices/:orderNumber/refunds", { params: { orderNumber } });
  const deliveries = useRead("GET /api/v1/invoices/:orderNumber/webhook-deliveries", {
    params: { orderNumber },
  });
  const mayFollow = useMay("developer.manage");
  const mayRefund = useMay("refunds.make");
  const all = [
    ...ofInvoice(invoice, wording),
    ...ofViews(views.data, wording),
    ...(payments.data?.items ?? []).map((payment) => ofPayment(payment, wording, mayRefund)),
    ...(messages.data?.items ?? []).map((message) => ofMessage(message, wording)),
    ...(refunds.data?.items ?? []).map((refund) => ofRefund(refund, wording)),
    ...(deliveries.data?.items ?? []).map((delivery) =>
      ofDelivery(delivery, wording, mayFollow ? "link" : "text"),
    ),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <section className="panel" aria-labelledby="happened">
      <h2 id="happened">{wording.t("happened.title")}</h2>
      <ol className="happened">
        {all.map(({ id, at, icon, tone, text, more }) => (
          <li key={id} className={`happening is-${tone}`}>
            <Icon path={icon} />
            <div>
              <p className="happening-text">{text}</p>
              {more}
              <DateShown instant={at} hasTime />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ofInvoice(invoice: Invoice, { t }: Wording): Happening[] {
  const { createdAt, paidAt, cancelledAt, taxInvoice, creditNotes } = invoice;
  return [
    { id: "issued", at: createdAt, icon: icons.invoice, tone: "plain", text: t("happened.issued") },
    ...(paidAt
      ? [{ id: "paid", at: paidAt, icon: icons.check, tone: "good" as const, text: t("happened.paid") }]
      : []),
    ...(cancelledAt
      ? [
          {
            id: "cancelled",
            at: cancelledAt,
            icon: icons.cross,
            tone: "bad" as const,
            text: t("happened.cancelled"),
          },
        ]
      : []),
    ...[...(taxInvoice ? [taxInvoice] : []), ...creditNotes].map((paper) => ({
      id: paper.number,
      at: paper.issuedAt,
      icon: icons.paper,
      tone: paper.submission?.state === "rejected" ? ("bad" as const) : ("plain" as const),
      text: t(paper === taxInvoice ? "happened.taxInvoice" : "happened.creditNote"),
      more: (
        <>
          <p>
            <bdi dir="ltr">{paper.number}</bdi>
            {paper.submission && ` · ${t(`submission.${paper.submission.state}`)}`}
          </p>
          <AuthorityFindings submission={paper.submission} />
        </>
      ),
    })),
  ];
}

/** The first time that the buyer opened it, and the last where there was another. */
function ofViews(views: InvoiceViews | undefined, { t }: Wording): Happening[] {
  if (!views?.firstViewedAt || !views.lastViewedAt) return [];
  const { firstViewedAt, lastViewedAt, views: count } = views;
  const seen = { icon: icons.eye, tone: "plain" as const };
  return [
    { id: "viewed", at: firstViewedAt, ...seen, text: t("happened.viewed") },
    ...(count > 1
      ? [
          {
            id: "viewed-last",
            at: lastViewedAt,
            ...seen,
            text: t("happened.viewedLast"),
            more: <p>{t("happened.views", { count })}</p>,
          },
        ]
      : []),
  ];
}

function ofPayment(payment: PaymentModel, { t, language }: Wording, mayRefund: boolean): Happening {
  const { id, updatedAt, state, failure, method, currency, orderNumber: order, refundUnderWay } = payment;
  const tone = failure ? "bad" : attemptStateFacts[state].settles ? "good" : "plain";
  return {
    id,
    at: updatedAt,
    icon: failure ? icons.alert : icons.payment,
    tone,
    text: t(`paymentState.${state}`),
    more: (
      <>
        <p>
          <MethodName method={method} /> · <Amount amount={shownAmount(payment)} currency={currency} />
        </p>
        {state === "surplus" && mayRefund && !refundUnderWay && (
          <Link to="/payments" search={{ order, show: "surplus" }} className="act act-start">
            {t("payments.givenBack")}
          </Link>
        )}
        {failure && <p className="why">{failure.message[language]}</p>}
      </>
    ),
  };
}

function ofMessage(message: MessageModel, { t }: Wording): Happening {
  const { id, createdAt, channel, kind, state, to, endedAt, readAt, deliveredAt } = message;
  const isBad = state === "failed" || state === "expired";
  return {
    id: `message-${id}`,
    at: readAt ?? deliveredAt ?? endedAt ?? createdAt,
    icon: channel === "email" ? icons.mail : channel === "sms" ? icons.phone : icons.whatsapp,
    tone: isBad ? "bad" : "plain",
    text: t(`messageKind.${kind}`),
    more: (
      <p>
        {t(`send.${channel}`)} <bdi dir="ltr">{to}</bdi> · {t(`messageState.${state}`)}
      </p>
    ),
  };
}

function ofRefund({ id, state, amount, currency, reason, updatedAt }: Refund, { t }: Wording): Happening {
  return {
    id: `refund-${id}`,
    at: updatedAt,
    icon: icons.refund,
    tone: state === "declined" ? "bad" : "plain",
    text: t(`refundState.${state}`),
    more: (
      <p>
        <Amount amount={amount} currency={currency} />
        {reason && " · "}
        {reason && <bdi>{reason}</bdi>}
      </p>
    ),
  };
}

/** What the shop's own server was notified of; developers continue to the endpoint with its tries. */
function ofDelivery(
  { id, createdAt, endedAt, endpointId, host, state, type, nextTryAt }: InvoiceDeliveryModel,
  { t }: Wording,
  way: "link" | "text",
): Happening {
  const name = <bdi dir="ltr">{host}</bdi>;
  return {
    id: `delivery-${id}`,
    at: endedAt ?? createdAt,
    icon: icons.send,
    tone: state === "failed" ? "bad" : "plain",
    text: `${t("happened.told")} ${eventName(type, t)}`,
    more: (
      <p>
        {way === "text" ? (
          name
        ) : (
          <Link to="/developers/webhooks/$endpointId" params={{ endpointId: String(endpointId) }}>
            {name}
          </Link>
        )}
        {` · ${t(`delivery.state.${state}`)}`}
        {state === "due" && nextTryAt && ` · ${t("delivery.triedAgain")}`}
      </p>
    ),
  };
}
