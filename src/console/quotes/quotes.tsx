/** Quotes: what was offered, how each was decided, and one with the ways to bring it to its buyer. */
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { MessageModel } from "#contract/messages.ts";
import type { Quote } from "#contract/quotes.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { quoteStates } from "#core/quote-state.ts";
import { useChange } from "../calls/change.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { DownloadButton } from "../display/download-button.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Failed, failureText, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { CopyWay, channelOrder, OwnWhatsapp, WayOfChannel } from "../invoices/send-ways.tsx";
import { StateChoices } from "../invoices/state-choices.tsx";
import { useMay } from "../session/shop.ts";
import { FinalDialog } from "../shell/final-dialog.tsx";
import { Screen } from "../shell/screen.tsx";

export function Quotes() {
  const { t } = useWording();
  const asked = useSearch({ from: "/invoices/quotes" }).state;
  const state = quoteStates.find((one) => one === asked);
  const list = useList("GET /api/v1/quotes", { query: state ? { state } : {} });
  return (
    <Screen
      title={t("quotes.title")}
      acts={
        <div className="row-acts">
          <Link to="/invoices/new" className="act">
            {t("shell.new")}
          </Link>
        </div>
      }
    >
      <StateChoices
        to="/invoices/quotes"
        named="quotes.states"
        states={quoteStates}
        textOf={(one) => `quotes.state_${one}`}
      />
      <Reading query={list} rows={4}>
        {({ pages }) => {
          const quotes = pages.flatMap(({ items }) => items);
          if (quotes.length === 0 && state) return <Empty title={t("quotes.noneFound")} />;
          if (quotes.length === 0)
            return (
              <Empty title={t("quotes.none")}>
                <p>{t("quotes.noneHint")}</p>
                <Link to="/invoices/new" className="button button-primary">
                  {t("shell.new")}
                </Link>
              </Empty>
            );
          return (
            <>
              <ul className="cards">
                {quotes.map((quote) => (
                  <li key={quote.quoteNumber} className="card">
                    <div className="card-row">
                      <RowLink to="/invoices/quotes/$quoteNumber" params={{ quoteNumber: quote.quoteNumber }}>
                        <bdi>{quote.clientName ?? quote.number}</bdi>
                      </RowLink>
                      <Amount amount={quote.total} currency={quote.currency} />
                    </div>
                    <div className="card-row">
                      <bdi dir="ltr" className="soft">
                        {quote.number}
                      </bdi>
                      <QuoteChip state={quote.state} />
                    </div>
                    <p className="soft card-when">
                      {t("quotes.validUntil")} <DateShown instant={quote.validUntil} />
                    </p>
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

const chips = {
  open: "chip",
  accepted: "chip chip-paid",
  declined: "chip chip-declined",
  withdrawn: "chip chip-cancelled",
  expired: "chip chip-expired",
} as const;

function QuoteChip({ state }: Pick<Quote, "state">) {
  const { t } = useWording();
  return <span className={chips[state]}>{t(`quotes.state_${state}`)}</span>;
}

export function OneQuote() {
  const { t } = useWording();
  const { quoteNumber } = useParams({ from: "/invoices/quotes/$quoteNumber" });
  const quote = useRead("GET /api/v1/quotes/:quoteNumber", { params: { quoteNumber } });
  return (
    <Screen title={t("quotes.one")}>
      <Reading query={quote}>
        {(found) => (
          <div className="invoice">
            <div className="invoice-head">
              <p className="invoice-sum">
                <Amount amount={found.total} currency={found.currency} />
                <QuoteChip state={found.state} />
              </p>
              <p className="invoice-who">{found.clientName && <bdi>{found.clientName}</bdi>}</p>
            </div>
            {found.state === "open" && <Ways quote={found} />}
            <Facts quote={found} />
            <DownloadButton
              call={`GET /api/v1/quotes/${found.quoteNumber}/pdf`}
              query={{}}
              fileName={`quote-${found.quoteNumber}.pdf`}
              label={t("quotes.paper")}
            />
            {found.state === "open" && <Ends quoteNumber={found.quoteNumber} />}
          </div>
        )}
      </Reading>
    </Screen>
  );
}

function Ways({ quote }: { readonly quote: Quote }) {
  const { language } = useWording();
  const mayIssue = useMay("invoices.issue");
  const { quoteNumber } = quote;
  const accounts = useRead("GET /api/v1/messages/accounts", {}, { enabled: mayIssue });
  const log = useRead("GET /api/v1/quotes/:quoteNumber/messages", { params: { quoteNumber }, query: {} });
  const channels = channelOrder.filter((name) =>
    accounts.data?.items.some((one) => one.channel === name && one.account !== null),
  );
  return (
    <div className="send-ways">
      {quote.whatsappLink && !channels.includes("whatsapp") && (
        <OwnWhatsapp href={quote.whatsappLink[language]} />
      )}
      {mayIssue &&
        channels.map((channel) => (
          <ChannelWay
            key={channel}
            quoteNumber={quoteNumber}
            channel={channel}
            last={log.data?.items.find((message) => message.channel === channel)}
          />
        ))}
      <CopyWay url={quote.url} />
    </div>
  );
}

type ChannelProps = {
  readonly quoteNumber: string;
  readonly channel: MessageChannelName;
  readonly last: MessageModel | undefined;
};

/** One press sends; where the quote states no address for the channel, that is said. */
function ChannelWay({ quoteNumber, channel, last }: ChannelProps) {
  const { t } = useWording();
  const sending = useChange("POST /api/v1/quotes/:quoteNumber/messages");
  const hasNoAddress = sending.error?.fields.some(({ path }) => path === "to") ?? false;
  const why = hasNoAddress ? t("quotes.noAddress") : sending.error && failureText(sending.error, t);
  return (
    <WayOfChannel
      channel={channel}
      state={sending.data?.state ?? last?.state}
      fault={why}
      isDone={sending.isPending || sending.isSuccess}
      onSend={() => sending.mutate({ params: { quoteNumber }, body: { channel } })}
    />
  );
}

function Facts({ quote }: { readonly quote: Quote }) {
  const { t } = useWording();
  return (
    <section className="panel" aria-labelledby="facts">
      <h2 id="facts">{t("invoice.facts")}</h2>
      <dl>
        <div className="fact">
          <dt>{t("quotes.number")}</dt>
          <dd>
            <bdi dir="ltr">{quote.number}</bdi>
          </dd>
        </div>
        <div className="fact">
          <dt>{t("quotes.validUntil")}</dt>
          <dd>
            <DateShown instant={quote.validUntil} />
          </dd>
        </div>
        {quote.decidedAt && (
          <div className="fact">
            <dt>{t(quote.decidedBy === "buyer" ? "quotes.byBuyer" : "quotes.byShop")}</dt>
            <dd>
              <DateShown instant={quote.decidedAt} hasTime />
            </dd>
          </div>
        )}
        {quote.orderNumber && (
          <div className="fact">
            <dt>{t("quotes.invoice")}</dt>
            <dd>
              <Link to="/invoices/$orderNumber" params={{ orderNumber: quote.orderNumber }}>
                <bdi dir="ltr" className="code">
                  {quote.orderNumber}
                </bdi>
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Ends({ quoteNumber }: Pick<Quote, "quoteNumber">) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  const accepting = useChange("POST /api/v1/quotes/:quoteNumber/accept");
  const withdrawing = useChange("POST /api/v1/quotes/:quoteNumber/withdraw");
  const [isWithdrawing, setWithdrawing] = useState(false);
  if (!mayIssue) return null;
  const isBusy = accepting.isPending || withdrawing.isPending;
  const parts = { params: { quoteNumber }, body: {} };
  return (
    <>
      <div className="invoice-acts">
        <button type="button" className="button" disabled={isBusy} onClick={() => accepting.mutate(parts)}>
          {t("quotes.accept")}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => setWithdrawing(true)}>
          {t("quotes.withdraw")}
        </button>
      </div>
      {accepting.error && <Failed failure={accepting.error} />}
      {isWithdrawing && (
        <FinalDialog
          title={t("quotes.withdraw")}
          hint={t("quotes.withdrawHint")}
          act={withdrawing}
          onSure={() => withdrawing.mutate(parts, { onSuccess: () => setWithdrawing(false) })}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </>
  );
}
