/** What needs a hand: failed payments with the reason and the next step as a button, and what else waits for the owner. */
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Home, NextStep } from "#contract/home.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { alert, send } from "../display/icons.ts";
import { MethodName } from "../display/method-name.tsx";
import { RowLink } from "../display/row-link.tsx";
import { type TextKey, useWording, withTexts } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

type AttentionKind = Home["attention"][number]["kind"];

const SendDialog = lazy(() => withTexts(() => import("../invoices/send-dialog.tsx")));

/** Of each next step, whether sending the link again is what to do. */
const isSent: Readonly<Record<NextStep, boolean>> = {
  send_again: true,
  offer_other_method: true,
  check_account: false,
  wait: false,
};

const stepTexts: Readonly<Record<NextStep, TextKey>> = {
  send_again: "home.step.send_again",
  offer_other_method: "home.step.offer_other_method",
  check_account: "home.step.check_account",
  wait: "home.step.wait",
};

export function FailedPayments({ failedPayments }: Pick<Home, "failedPayments">) {
  const { t, language } = useWording();
  const mayIssue = useMay("invoices.issue");
  const mayManage = useMay("shop.manage");
  const [sent, setSent] = useState<string | null>(null);
  if (failedPayments.length === 0) return null;
  return (
    <section aria-labelledby="failed">
      <div className="section-head">
        <h2 id="failed">{t("home.failed")}</h2>
        <Link to="/payments" search={{ show: "failed" }}>
          {t("home.look")}
        </Link>
      </div>
      <ul className="cards">
        {failedPayments.slice(0, 3).map(({ payment, nextStep }) => (
          <li key={payment.id} className="card">
            <div className="card-row">
              <RowLink to="/invoices/$orderNumber" params={{ orderNumber: payment.orderNumber }}>
                <bdi dir={payment.buyer.name ? undefined : "ltr"}>
                  {payment.buyer.name ?? payment.buyer.mobile ?? payment.orderNumber}
                </bdi>
              </RowLink>
              <Amount amount={payment.amount} currency={payment.currency} />
            </div>
            <p className="why">
              <MethodName method={payment.method} />: {payment.failure?.message[language]}
            </p>
            <div className="row-acts">
              {isSent[nextStep] && mayIssue ? (
                <button type="button" className="act" onClick={() => setSent(payment.orderNumber)}>
                  <Icon path={send} className="is-directed" />
                  {t(stepTexts[nextStep])}
                </button>
              ) : nextStep === "check_account" && mayManage ? (
                <Link to="/shop" hash="shop-methods" className="act">
                  {t(stepTexts[nextStep])}
                </Link>
              ) : (
                <span className="soft">{t(stepTexts[nextStep])}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Suspense>{sent !== null && <SendDialog orderNumber={sent} onClose={() => setSent(null)} />}</Suspense>
    </section>
  );
}

/** What waits, by the screen that has its next step. */
function AttentionWay({ kind }: { readonly kind: AttentionKind }) {
  const { t } = useWording();
  const mayDevelop = useMay("developer.manage");
  const mayRefund = useMay("refunds.make");
  const mayManage = useMay("shop.manage");
  const text = t("home.look");
  switch (kind) {
    case "return_requests":
      return (
        <Link to="/invoices" search={{ show: "return" }}>
          {text}
        </Link>
      );
    case "renewal_requests":
      return (
        <Link to="/invoices" search={{ show: "renewal" }}>
          {text}
        </Link>
      );
    case "refund_declined":
      return (
        <Link to="/payments/$part" params={{ part: "refunds" }} search={{ state: "declined" }}>
          {text}
        </Link>
      );
    case "surplus_money":
      return (
        <Link to="/payments" search={{ show: "surplus" }}>
          {text}
        </Link>
      );
    case "uncollected_money":
      return (
        <Link to="/payments" search={{ show: "guaranteed" }}>
          {text}
        </Link>
      );
    case "refund_approvals":
      return mayRefund ? (
        <Link to="/payments/$part" params={{ part: "approvals" }}>
          {text}
        </Link>
      ) : null;
    case "rejected_tax_documents":
    case "stopped_tax_unit":
    case "held_tax_unit":
      return (
        <Link to="/shop/$part" params={{ part: "tax" }}>
          {text}
        </Link>
      );
    case "failed_messages":
      return (
        <Link to="/shop/$part" params={{ part: "messages" }} search={{ state: "failed" }} hash="message-log">
          {text}
        </Link>
      );
    case "account_refused":
      return mayManage ? (
        <Link to="/shop" hash="shop-methods">
          {text}
        </Link>
      ) : null;
    case "disabled_webhook_endpoint":
      return mayDevelop ? <Link to="/developers/webhooks">{text}</Link> : null;
  }
}

/** Nothing where nothing waits. */
export function Attention({ attention }: Pick<Home, "attention">) {
  const { t } = useWording();
  if (attention.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="attention">
      <h2 id="attention">{t("home.attention")}</h2>
      <ul className="lines">
        {attention.map(({ kind, count, amounts, account }) => (
          <li key={`${kind} ${account}`} className="fact is-bad">
            <span>
              <Icon path={alert} /> {t(`attention.${kind}`, { count })}
              {account && <bdi dir="ltr"> {account}</bdi>}
            </span>
            <AttentionWay kind={kind} />
            {amounts.map(({ amount, currency }) => (
              <Amount key={currency} amount={amount} currency={currency} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
