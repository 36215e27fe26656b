/** Several invoices at once: chosen of what the filters show, sent again, cancelled or exported, with the result of each. */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { InvoiceSummary } from "#contract/invoices.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { begin, useRun } from "../bulk/bulk-store.ts";
import { createRun, type Run } from "../bulk/run.ts";
import { RunProgress } from "../bulk/run-progress.tsx";
import { call, newIdempotencyKey } from "../calls/call.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Empty, failureText, MoreOf, Reading } from "../display/states.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWording } from "../i18n/texts.ts";
import { chosenRoute } from "../routes.tsx";
import { useMay, useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Screen } from "../shell/screen.tsx";
import { ExportButton } from "./export-button.tsx";
import { type InvoiceFilters, listQuery } from "./invoice-filters.ts";

/** The export takes so many numbers in its address (contract/exports.ts). */
const mostExported = 300;

type Act = "cancel" | MessageChannelName;

type ActRun = { readonly act: Act; readonly run: Run<InvoiceSummary, true> };

export function ChosenInvoices() {
  const { t } = useWording();
  const { shop } = useSession();
  const [mayIssue, mayExport] = [useMay("invoices.issue"), useMay("reports.read")];
  const may = mayIssue || mayExport;
  const [acting, setActing] = useState<ActRun | null>(null);
  const start = (act: Act, invoices: readonly InvoiceSummary[]): void => {
    // Of this press: a lost answer sends nothing twice, another press sends again.
    const press = newIdempotencyKey();
    const run = createRun(invoices, async ({ orderNumber }): Promise<true> => {
      const options = { shop: shop.merchantId, idempotencyKey: `${press}-${orderNumber}` };
      const params = { orderNumber };
      if (act === "cancel")
        await call("POST /api/v1/invoices/:orderNumber/cancel", { params, body: {} }, options);
      else {
        const body = { kind: "payment_link", channel: act } as const;
        await call("POST /api/v1/invoices/:orderNumber/messages", { params, body }, options);
      }
      return true;
    });
    begin(run);
    setActing({ act, run });
  };
  return (
    <Screen title={t("chosen.title")}>
      {!may ? (
        <p className="notice">{t("failures.permission_missing")}</p>
      ) : acting === null ? (
        <Choosing onAct={start} />
      ) : (
        <Results acting={acting} onBack={() => setActing(null)} />
      )}
    </Screen>
  );
}

type ChoosingProps = { readonly onAct: (act: Act, invoices: readonly InvoiceSummary[]) => void };

function Choosing({ onAct }: ChoosingProps) {
  const { t } = useWording();
  const filters = chosenRoute.useSearch();
  const list = useList("GET /api/v1/invoices", { query: listQuery(filters) });
  // As they were when they were chosen: one that is paid meanwhile stays chosen, and the result of its act says so.
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceSummary>>(new Map());
  const choose = (invoices: readonly InvoiceSummary[], isChosen: boolean): void => {
    const next = new Map(chosen);
    for (const invoice of invoices) {
      if (!isChosen) next.delete(invoice.orderNumber);
      else if (!next.has(invoice.orderNumber)) next.set(invoice.orderNumber, invoice);
    }
    setChosen(next);
  };
  return (
    <Reading query={list} rows={6}>
      {({ pages }) => {
        const shown = pages.flatMap(({ items }) => items);
        if (shown.length === 0 && chosen.size === 0) return <Empty title={t("invoices.noneFound")} />;
        return (
          <div className="form">
            <label className="check">
              <input
                type="checkbox"
                checked={shown.every(({ orderNumber }) => chosen.has(orderNumber))}
                onChange={({ target }) => choose(shown, target.checked)}
              />
              <span>{t("chosen.all", { count: shown.length })}</span>
            </label>
            <ul className="cards">
              {shown.map((invoice) => (
                <li key={invoice.orderNumber} className="card">
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={chosen.has(invoice.orderNumber)}
                      onChange={({ target }) => choose([invoice], target.checked)}
                    />
                    <Facts invoice={invoice} />
                  </label>
                </li>
              ))}
            </ul>
            <MoreOf list={list} />
            <ActBar invoices={[...chosen.values()]} filters={filters} onAct={onAct} />
          </div>
        );
      }}
    </Reading>
  );
}

const isPayable = ({ status }: InvoiceSummary): boolean => orderStatusFacts[status].standing === "payable";

function Facts({ invoice }: { readonly invoice: InvoiceSummary }) {
  const { clientName, payer, externalOrderNumber, orderNumber, total, currency, createdAt } = invoice;
  const name = clientName ?? payer?.name ?? payer?.mobile ?? externalOrderNumber ?? orderNumber;
  return (
    <span className="chosen-facts">
      <span className="card-title">
        <bdi className="card-name">{name}</bdi>
        <StandingChip invoice={invoice} />
      </span>
      <Amount amount={total} currency={currency} />
      <DateShown instant={createdAt} />
    </span>
  );
}

type ActBarProps = ChoosingProps & {
  readonly invoices: readonly InvoiceSummary[];
  readonly filters: InvoiceFilters;
};

/** What is paid or closed can only be exported. */
function ActBar({ invoices, filters, onAct }: ActBarProps) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  const payable = invoices.filter(isPayable);
  const count = invoices.length;
  const isTooMany = count > mostExported;
  return (
    <div className="form-end chosen-acts">
      <p role="status">
        {t("chosen.count", { count })}
        {mayIssue && payable.length < count && ` ${t("chosen.payable", { count: payable.length })}`}
        {isTooMany && ` ${t("chosen.tooMany", { count: mostExported })}`}
      </p>
      <div className="bulk-acts">
        {mayIssue && <PayableActs invoices={payable} onAct={onAct} />}
        <ExportButton
          filters={filters}
          orderNumbers={invoices.map(({ orderNumber }) => orderNumber)}
          isDisabled={count === 0 || isTooMany}
        />
      </div>
    </div>
  );
}

type ActsProps = ChoosingProps & { readonly invoices: readonly InvoiceSummary[] };

/** Sending goes by the channels that the shop has; cancelling cannot be undone, so it is asked. */
function PayableActs({ invoices, onAct }: ActsProps) {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const [isAsked, setAsked] = useState(false);
  const channels = (accounts.data?.items ?? []).filter(({ account }) => account !== null);
  const count = invoices.length;
  return (
    <>
      {channels.map(({ channel }) => (
        <button
          key={channel}
          type="button"
          className="button"
          disabled={count === 0}
          onClick={() => onAct(channel, invoices)}
        >
          {t("chosen.sendBy")} {t(`send.${channel}`)}
        </button>
      ))}
      <button
        type="button"
        className="button button-danger"
        disabled={count === 0}
        onClick={() => setAsked(true)}
      >
        {t("chosen.cancel")}
      </button>
      {isAsked && (
        <Dialog title={t("chosen.cancel")} onClose={() => setAsked(false)}>
          <div className="form">
            <p>{t("chosen.cancelHint", { count })}</p>
            <button type="button" className="button button-danger" onClick={() => onAct("cancel", invoices)}>
              {t("chosen.cancel")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Results({ acting, onBack }: { readonly acting: ActRun; readonly onBack: () => void }) {
  const { t } = useWording();
  const { shop } = useSession();
  const queries = useQueryClient();
  const { act, run } = acting;
  const { phase, tasks } = useRun(run);
  const isDone = phase === "done";
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: [shop.merchantId] });
  }, [isDone, queries, shop.merchantId]);
  const title = act === "cancel" ? t("chosen.cancel") : `${t("chosen.sendBy")} ${t(`send.${act}`)}`;
  return (
    <>
      <RunProgress run={run} title={title} />
      {isDone && (
        <button type="button" className="button act-start" onClick={onBack}>
          {t("chosen.others")}
        </button>
      )}
      <ul className="cards">
        {tasks.map(({ item, step, failure }) => (
          <li key={item.orderNumber} className="card">
            <div className="card-row">
              <Link
                to="/invoices/$orderNumber"
                params={{ orderNumber: item.orderNumber }}
                className="row-link"
              >
                <bdi>{item.clientName ?? item.externalOrderNumber ?? item.orderNumber}</bdi>
              </Link>
              <span
                className={
                  step === "done" ? "chip chip-paid" : step === "failed" ? "chip chip-overdue" : "chip"
                }
              >
                {t(`chosenState.${step}`)}
              </span>
            </div>
            {failure && (
              <p className="field-fault">
                {failure.code === "validation_failed" ? t("chosen.noReceiver") : failureText(failure, t)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
