/** Refunds of all invoices, newest first: their state, why they were made, the credit note, and what to do where one is stuck. */
import { Link, useSearch } from "@tanstack/react-router";
import type { Refund } from "#contract/refunds.ts";
import { type RefundState, refundStates } from "#core/refund-status.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { paper, refund as refundIcon } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { MoneyTabs } from "./money-tabs.tsx";
import { isStuck, readRefundFilters } from "./refund-filters.ts";

const looks = {
  refunded: "chip chip-paid",
  declined: "chip chip-declined",
  pending: "chip chip-unknown",
  unknown: "chip chip-unknown",
  in_flight: "chip",
} as const;

export function Refunds() {
  const { t } = useWording();
  const { state } = readRefundFilters(useSearch({ from: "/payments/$part" }));
  const list = useList("GET /api/v1/refunds", { query: { ...(state && { state }), limit: 25 } });
  return (
    <Screen title={t("money.refunds")}>
      <MoneyTabs />
      <nav aria-label={t("refunds.states")}>
        <Choices>
          <li>
            <Link
              to="/payments/$part"
              params={{ part: "refunds" }}
              search={{}}
              className="choice"
              activeOptions={{ exact: true }}
            >
              {t("invoices.everything")}
            </Link>
          </li>
          {refundStates.map((one) => (
            <li key={one}>
              <Link
                to="/payments/$part"
                params={{ part: "refunds" }}
                search={{ state: one }}
                className="choice"
              >
                {t(`refunds.state.${one}`)}
              </Link>
            </li>
          ))}
        </Choices>
      </nav>
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const refunds = pages.flatMap(({ items }) => items);
          if (refunds.length === 0)
            return <Empty title={t(state ? "refunds.noneFound" : "refunds.noneYet")} />;
          return (
            <>
              <ul className="cards">
                {refunds.map((one) => (
                  <RefundCard key={one.id} refund={one} />
                ))}
              </ul>
              <MoreOf list={list} canNarrow />
            </>
          );
        }}
      </Reading>
    </Screen>
  );
}

/** What is to be done about a refund; null once it is done. */
function whatNext(state: RefundState, isLate: boolean): TextKey | null {
  if (state === "refunded") return null;
  return isLate && state !== "declined" ? `refunds.stuck.${state}` : `refunds.next.${state}`;
}

/** The first link covers the card; the papers stand above it. */
function RefundCard({ refund }: { readonly refund: Refund }) {
  const { t } = useWording();
  const mayRefund = useMay("refunds.make");
  const { orderNumber, amount, currency, state, reason, byHand, ofSurplus, creditNote, createdAt } = refund;
  const isLate = isStuck(refund, new Date());
  const what = whatNext(state, isLate);
  return (
    <li className="card">
      <div className="card-row">
        <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
          <bdi dir="ltr">{orderNumber}</bdi>
        </RowLink>
        <Amount amount={amount} currency={currency} />
      </div>
      <div className="card-row">
        <DateShown instant={createdAt} hasTime />
        <span className={isLate ? "chip chip-overdue" : looks[state]}>
          {isLate ? t("refunds.isStuck") : t(`refunds.state.${state}`)}
        </span>
      </div>
      {reason && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      {ofSurplus && <p className="soft">{t("refunds.ofSurplus")}</p>}
      {byHand && <p className="soft">{t("refunds.byHand")}</p>}
      {what !== null && <p className="why">{t(what)}</p>}
      <div className="row-acts">
        {state === "declined" && mayRefund && (
          <Link to="/invoices/$orderNumber" params={{ orderNumber }} className="act">
            <Icon path={refundIcon} />
            {t("refunds.again")}
          </Link>
        )}
        {creditNote?.url && (
          <a href={creditNote.url} target="_blank" rel="noopener noreferrer" className="act">
            <Icon path={paper} />
            <span>
              {t("invoice.creditNote")} <bdi dir="ltr">{creditNote.number}</bdi>
            </span>
          </a>
        )}
        {creditNote && creditNote.url === null && (
          <span className="soft">
            {t("invoice.creditNote")} <bdi dir="ltr">{creditNote.number}</bdi>
          </span>
        )}
      </div>
    </li>
  );
}
