/** Every try to pay, newest first, with why it failed on the row itself and what to do about it beside it. */
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { PaymentModel } from "#contract/payments.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { refund, send } from "../display/icons.ts";
import { MethodName } from "../display/method-name.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { MoneyTabs } from "../money/money-tabs.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { Views } from "../views/views.tsx";
import { type PaymentFilters, paymentKinds, readPaymentFilters, stateOfKind } from "./payment-filters.ts";
import { shownAmount } from "./shown-amount.ts";

const SendDialog = lazy(() => import("../invoices/send-dialog.tsx"));
const SurplusDialog = lazy(() => import("./surplus-dialog.tsx"));

export function Payments() {
  const { t } = useWording();
  const filters = readPaymentFilters(useSearch({ from: "/payments" }));
  return (
    <Screen title={t("payments.title")}>
      <MoneyTabs />
      <Choices label={t("invoices.kinds")}>
        <li>
          <Link
            to="/payments"
            search={filters.order ? { order: filters.order } : {}}
            className="choice"
            activeOptions={{ exact: true }}
          >
            {t("invoices.everything")}
          </Link>
        </li>
        {paymentKinds.map((kind) => (
          <li key={kind}>
            <Link to="/payments" search={{ ...filters, show: kind }} className="choice">
              {t(`payments.kind.${kind}`)}
            </Link>
          </li>
        ))}
      </Choices>
      {filters.order && (
        <p className="filtered">
          <Link to="/invoices/$orderNumber" params={{ orderNumber: filters.order }}>
            {t("payments.ofInvoice")} <bdi dir="ltr">{filters.order}</bdi>
          </Link>
          <Link to="/payments" search={filters.show ? { show: filters.show } : {}} className="act">
            {t("payments.ofAll")}
          </Link>
        </p>
      )}
      <Views list="payments" filters={filters} />
      <PaymentList filters={filters} />
    </Screen>
  );
}

function PaymentList({ filters: { show, order } }: { readonly filters: PaymentFilters }) {
  const { t } = useWording();
  const list = useList("GET /api/v1/payments", {
    query: { ...(show && { state: stateOfKind(show) }), ...(order && { order }), limit: 25 },
  });
  return (
    <Reading query={list} rows={6}>
      {({ pages }) => {
        const payments = pages.flatMap(({ items }) => items);
        if (payments.length === 0)
          return <Empty title={t(show || order ? "payments.noneFound" : "payments.noneYet")} />;
        return (
          <>
            <PaymentRows payments={payments} />
            <MoreOf list={list} canNarrow />
          </>
        );
      }}
    </Reading>
  );
}

/** Cards at every width: why it failed needs a line of its own. */
export function PaymentRows({ payments }: { readonly payments: readonly PaymentModel[] }) {
  const { t, language } = useWording();
  const [acted, setActed] = useState<PaymentModel | null>(null);
  const close = () => setActed(null);
  return (
    <>
      <ul className="cards">
        {payments.map((payment) => (
          <li key={payment.id} className="card">
            <div className="card-row">
              <Payer payment={payment} />
              <Amount amount={shownAmount(payment)} currency={payment.currency} />
            </div>
            <div className="card-row">
              <span>
                <MethodName method={payment.method} />
                {payment.card?.lastFour && " "}
                {payment.card?.lastFour && <bdi dir="ltr">•••• {payment.card.lastFour}</bdi>}
              </span>
              <span className={`chip chip-${payment.state}`}>{t(`paymentState.${payment.state}`)}</span>
            </div>
            {payment.failure && <p className="why">{payment.failure.message[language]}</p>}
            <div className="card-row">
              <DateShown instant={payment.createdAt} hasTime />
              <NextAct payment={payment} onAct={() => setActed(payment)} />
            </div>
          </li>
        ))}
      </ul>
      <Suspense>
        {acted?.state === "surplus" && <SurplusDialog payment={acted} onClose={close} />}
        {acted?.failure && <SendDialog orderNumber={acted.orderNumber} onClose={close} />}
      </Suspense>
    </>
  );
}

type NextActProps = { readonly payment: PaymentModel; readonly onAct: () => void };

/** What a person does next about it: another try of its buyer, or surplus that no provider gives back. */
function NextAct({ payment, onAct }: NextActProps) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  const mayRefund = useMay("refunds.make");
  const isSurplus = payment.state === "surplus";
  if (isSurplus && payment.refundUnderWay) return <span className="soft">{t("refundState.in_flight")}</span>;
  const isTriedAgain = payment.failure !== null && orderStatusFacts[payment.invoiceStatus].payable;
  if (isSurplus ? !mayRefund : !(isTriedAgain && mayIssue)) return null;
  return (
    <button type="button" className="act" onClick={onAct}>
      <Icon path={isSurplus ? refund : send} className="is-directed" />
      {t(isSurplus ? "payments.givenBack" : "payments.sendAgain")}
    </button>
  );
}

function Payer({ payment }: { readonly payment: PaymentModel }) {
  const { orderNumber, buyer } = payment;
  return (
    <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
      {buyer.name ? <bdi>{buyer.name}</bdi> : <bdi dir="ltr">{buyer.mobile ?? orderNumber}</bdi>}
    </RowLink>
  );
}
