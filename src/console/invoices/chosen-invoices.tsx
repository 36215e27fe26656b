/** Several invoices at once: chosen of what the filters show, sent, reminded of, cancelled or exported. */
import { useState } from "react";
import type { InvoiceSummary } from "#contract/invoices.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { begin } from "../bulk/bulk-store.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWording } from "../i18n/texts.ts";
import { chosenRoute } from "../routes.tsx";
import { useMay, useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Screen } from "../shell/screen.tsx";
import { type Act, ActResults, type ActRun, createActRun } from "./act-run.tsx";
import { ExportButton } from "./export-button.tsx";
import { type InvoiceFilters, listQuery } from "./invoice-filters.ts";
import { nameOf } from "./invoice-rows.tsx";
import { channelDrawings, channelOrder } from "./send-ways.tsx";

/** The export takes so many numbers in its address (contract/exports.ts). */
const mostExported = 300;

export function ChosenInvoices() {
  const { t } = useWording();
  const { shop } = useSession();
  const [mayIssue, mayExport] = [useMay("invoices.issue"), useMay("reports.read")];
  const may = mayIssue || mayExport;
  const [acting, setActing] = useState<ActRun | null>(null);
  const start = (act: Act, invoices: readonly InvoiceSummary[]): void => {
    const run = createActRun(act, invoices, shop.merchantId);
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
        <ActResults acting={acting} onBack={() => setActing(null)} />
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
            <MoreOf list={list} canNarrow />
            <ActBar invoices={[...chosen.values()]} filters={filters} onAct={onAct} />
          </div>
        );
      }}
    </Reading>
  );
}

const isPayable = ({ status }: InvoiceSummary): boolean => orderStatusFacts[status].standing === "payable";

function Facts({ invoice }: { readonly invoice: InvoiceSummary }) {
  const { total, currency, createdAt } = invoice;
  return (
    <span className="chosen-facts">
      <span className="card-title">
        <bdi className="card-name">{nameOf(invoice)}</bdi>
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
        {mayIssue && payable.length < count && `. ${t("chosen.payable", { count: payable.length })}`}
        {isTooMany && `. ${t("chosen.tooMany", { count: mostExported })}`}
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
  const [asked, setAsked] = useState<Act["kind"] | null>(null);
  const count = invoices.length;
  const ask = (kind: Act["kind"], look = "button") => (
    <button type="button" className={look} disabled={count === 0} onClick={() => setAsked(kind)}>
      {t(`chosen.${kind}`)}
    </button>
  );
  return (
    <>
      {ask("send")}
      {ask("remind")}
      {ask("cancel", "button button-danger")}
      {asked && (
        <Dialog title={t(`chosen.${asked}`)} onClose={() => setAsked(null)}>
          {asked === "cancel" ? (
            <div className="form">
              <p>{t("chosen.cancelHint", { count })}</p>
              <button
                type="button"
                className="button button-danger"
                onClick={() => onAct({ kind: "cancel" }, invoices)}
              >
                {t("chosen.cancel")}
              </button>
            </div>
          ) : (
            <Reading query={accounts} rows={2}>
              {({ items }) => (
                <ByWhich
                  kind={asked}
                  channels={items.flatMap(({ channel, account }) => (account === null ? [] : [channel]))}
                  onChoice={(channel) => onAct({ kind: asked, channel }, invoices)}
                />
              )}
            </Reading>
          )}
        </Dialog>
      )}
    </>
  );
}

type ByWhichProps = {
  readonly kind: "send" | "remind";
  readonly channels: readonly MessageChannelName[];
  readonly onChoice: (channel: MessageChannelName) => void;
};

function ByWhich({ kind, channels, onChoice }: ByWhichProps) {
  const { t } = useWording();
  if (channels.length === 0) return <p>{t("chosen.noChannel")}</p>;
  return (
    <div className="send-ways">
      <p>{t("chosen.byWhich")}</p>
      {channelOrder
        .filter((channel) => channels.includes(channel))
        .map((channel) => (
          <button
            key={channel}
            type="button"
            className={channel === "whatsapp" ? "way-to-send is-whatsapp" : "way-to-send"}
            onClick={() => onChoice(channel)}
          >
            <Icon path={channelDrawings[channel]} />
            <span>{t(`send.${channel}`)}</span>
          </button>
        ))}
      {kind === "remind" && <p className="soft">{t("chosen.remindHint")}</p>}
    </div>
  );
}
