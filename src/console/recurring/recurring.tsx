/** Invoices that repeat: the list, and one with its days, paused, skipped and ended by a press. */
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Recurring } from "#contract/recurring.ts";
import { recurringStates } from "#core/recurrence.ts";
import { useChange } from "../calls/change.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Failed, failureText, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { StateChoices } from "../invoices/state-choices.tsx";
import { useMay } from "../session/shop.ts";
import { FinalDialog } from "../shell/final-dialog.tsx";
import { Screen } from "../shell/screen.tsx";

type Summary = Omit<Recurring, "invoice" | "days">;

export function RecurringInvoices() {
  const { t } = useWording();
  const asked = useSearch({ from: "/invoices/recurring" }).state;
  const state = recurringStates.find((one) => one === asked);
  const list = useList("GET /api/v1/recurring-invoices", { query: state ? { state } : {} });
  return (
    <Screen
      title={t("recurring.title")}
      acts={
        <div className="row-acts">
          <Link to="/invoices/new" className="act">
            {t("shell.new")}
          </Link>
        </div>
      }
    >
      <StateChoices
        to="/invoices/recurring"
        named="recurring.states"
        states={recurringStates}
        textOf={(one) => `recurring.state_${one}`}
      />
      <Reading query={list} rows={4}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0 && state) return <Empty title={t("recurring.noneFound")} />;
          if (all.length === 0)
            return (
              <Empty title={t("recurring.none")}>
                <p>{t("recurring.noneHint")}</p>
                <Link to="/invoices/new" className="button button-primary">
                  {t("shell.new")}
                </Link>
              </Empty>
            );
          return (
            <>
              <ul className="cards">
                {all.map((one) => (
                  <li key={one.id} className="card">
                    <div className="card-row">
                      <RowLink to="/invoices/recurring/$recurringId" params={{ recurringId: String(one.id) }}>
                        <bdi>{one.name}</bdi>
                      </RowLink>
                      <Amount amount={one.total} currency={one.currency} />
                    </div>
                    <div className="card-row">
                      <span className="soft">
                        {t(`recurring.rhythm_${one.every}`, { interval: one.interval })}
                      </span>
                      <StateChip one={one} />
                    </div>
                    {one.nextDay && (
                      <p className="soft card-when">
                        {t("recurring.next")} <DateShown instant={one.nextDay} />
                      </p>
                    )}
                  </li>
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

function Rhythm({ one }: { readonly one: Summary }) {
  const { t } = useWording();
  const rhythm = t(`recurring.rhythm_${one.every}`, { interval: one.interval });
  if (one.nextDay === null) return rhythm;
  return (
    <>
      {rhythm} · {t("recurring.next")} <DateShown instant={one.nextDay} />
    </>
  );
}

function StateChip({ one }: { readonly one: Summary }) {
  const { t } = useWording();
  if (one.problem !== null) return <span className="chip chip-declined">{t("recurring.stuck")}</span>;
  const look = one.state === "active" ? "chip chip-paid" : "chip chip-cancelled";
  return <span className={look}>{t(`recurring.state_${one.state}`)}</span>;
}

export function OneRecurring() {
  const { t } = useWording();
  const { recurringId } = useParams({ from: "/invoices/recurring/$recurringId" });
  const found = useRead("GET /api/v1/recurring-invoices/:recurringId", { params: { recurringId } });
  return (
    <Screen title={t("recurring.one")}>
      <Reading query={found}>
        {(one) => (
          <div className="invoice">
            <div className="invoice-head">
              <p className="invoice-sum">
                <Amount amount={one.total} currency={one.currency} />
                <StateChip one={one} />
              </p>
              <p className="invoice-who">
                <bdi>{one.name}</bdi>
                {one.clientName && <bdi>{one.clientName}</bdi>}
              </p>
              <p className="soft">
                <Rhythm one={one} />
              </p>
            </div>
            {one.problem && (
              <div className="notice notice-danger" role="alert">
                <p>
                  {t("recurring.problem")} {failureText(one.problem, t)}
                </p>
                {one.problem.retryAt && (
                  <p>
                    {t("recurring.retry")} <DateShown instant={one.problem.retryAt} hasTime />
                  </p>
                )}
              </div>
            )}
            {one.state !== "ended" && <Acts one={one} />}
            <Days days={one.days} />
          </div>
        )}
      </Reading>
    </Screen>
  );
}

function Acts({ one }: { readonly one: Recurring }) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  const pausing = useChange("POST /api/v1/recurring-invoices/:recurringId/pause");
  const resuming = useChange("POST /api/v1/recurring-invoices/:recurringId/resume");
  const skipping = useChange("POST /api/v1/recurring-invoices/:recurringId/skip");
  const ending = useChange("POST /api/v1/recurring-invoices/:recurringId/end");
  const [isEnding, setEnding] = useState(false);
  if (!mayIssue) return null;
  const all = [pausing, resuming, skipping];
  const failure = all.map(({ error }) => error).find((error) => error !== null);
  const parts = { params: { recurringId: String(one.id) }, body: {} };
  const act = (text: string, change: typeof pausing | typeof resuming | typeof skipping) => (
    <button
      type="button"
      className="button"
      disabled={all.some(({ isPending }) => isPending)}
      onClick={() => change.mutate(parts)}
    >
      {text}
    </button>
  );
  return (
    <>
      <div className="invoice-acts">
        {one.state === "active" ? act(t("recurring.pause"), pausing) : act(t("recurring.resume"), resuming)}
        {one.state === "active" && act(t("recurring.skip"), skipping)}
        <button type="button" className="button" onClick={() => setEnding(true)}>
          {t("recurring.end")}
        </button>
      </div>
      {failure && <Failed failure={failure} />}
      {isEnding && (
        <FinalDialog
          title={t("recurring.end")}
          hint={t("recurring.endHint")}
          act={ending}
          onSure={() => ending.mutate(parts, { onSuccess: () => setEnding(false) })}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

function Days({ days }: Pick<Recurring, "days">) {
  const { t } = useWording();
  return (
    <section className="panel" aria-labelledby="days">
      <h2 id="days">{t("recurring.days")}</h2>
      {days.length === 0 ? (
        <p className="soft">{t("recurring.noDays")}</p>
      ) : (
        <dl>
          {days.map(({ day, state, orderNumber }) => (
            <div key={day} className="fact">
              <dt>
                <DateShown instant={day} />
              </dt>
              <dd>
                {orderNumber === null ? (
                  t(`recurring.day_${state}`)
                ) : (
                  <Link to="/invoices/$orderNumber" params={{ orderNumber }}>
                    <bdi dir="ltr" className="code">
                      {orderNumber}
                    </bdi>
                  </Link>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
