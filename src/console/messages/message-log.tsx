/** What was sent to buyers, the newest first: by which way, its status, and why one did not go out. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { MessageModel } from "#contract/messages.ts";
import { type MessageState, messageStates } from "#core/messages/message-state.ts";
import { useList } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

export function MessageLog() {
  const { t } = useWording();
  const navigate = useNavigate();
  const asked = useSearch({ from: "/shop/$part" }).state;
  const state = messageStates.find((one) => one === asked);
  const list = useList("GET /api/v1/messages", { query: { limit: 25, ...(state && { state }) } });
  const isRead = list.data !== undefined;
  useEffect(() => {
    // Home leads to what failed, which is there only now.
    if (isRead && location.hash === "#message-log") document.getElementById("message-log")?.scrollIntoView();
  }, [isRead]);
  const choose = (chosen: string): void => {
    const search = chosen === "" ? {} : { state: chosen };
    void navigate({ to: "/shop/$part", params: { part: "messages" }, search, resetScroll: false });
  };
  return (
    <section className="part" aria-labelledby="message-log">
      <h2 id="message-log">{t("messages.log")}</h2>
      <label className="field">
        <span>{t("messages.state")}</span>
        <select className="control" value={state ?? ""} onChange={({ target }) => choose(target.value)}>
          <option value="">{t("messages.all")}</option>
          {messageStates.map((one) => (
            <option key={one} value={one}>
              {t(`messageState.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <Reading query={list}>
        {({ pages }) => {
          const messages = pages.flatMap(({ items }) => items);
          if (messages.length === 0) return <Empty title={t("messages.none")} />;
          return (
            <>
              <ul className="cards">
                {messages.map((message) => (
                  <Sent key={message.id} message={message} />
                ))}
              </ul>
              <MoreOf list={list} canNarrow />
            </>
          );
        }}
      </Reading>
    </section>
  );
}

const looks: Partial<Readonly<Record<MessageState, string>>> = {
  failed: "chip chip-overdue",
  expired: "chip chip-overdue",
  delivered: "chip chip-paid",
  read: "chip chip-paid",
};

function Sent({ message }: { readonly message: MessageModel }) {
  const { t } = useWording();
  const { kind, channel, to, state, createdAt, orderNumber, quoteNumber, code, parts } = message;
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-title">
          <span className="card-name">{t(`messageKind.${kind}`)}</span>
          <span className={looks[state] ?? "chip"}>{t(`messageState.${state}`)}</span>
        </span>
        <DateShown instant={createdAt} />
      </div>
      <p className="soft">
        {t(`send.${channel}`)} · <bdi dir="ltr">{to}</bdi>
        {parts !== null && ` · ${t("send.smsParts", { count: parts })}`}
        {code !== null && (
          <>
            {" · "}
            {t("messages.code")} <bdi dir="ltr">{code}</bdi>
          </>
        )}
      </p>
      <div className="row-acts">
        {orderNumber !== null && (
          <Link to="/invoices/$orderNumber" params={{ orderNumber }} className="act">
            {t("messages.invoice")}
          </Link>
        )}
        {quoteNumber !== null && (
          <Link to="/invoices/quotes/$quoteNumber" params={{ quoteNumber }} className="act">
            {t("messages.quote")}
          </Link>
        )}
      </div>
    </li>
  );
}
