/** A customer's account: what was invoiced, paid and given back, what is owed after each, and as a file. */
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ClientStatement, StatementEntry } from "#contract/client-statement.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { DownloadButton } from "../display/download-button.tsx";
import { isoDay } from "../display/iso-day.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWide } from "../display/wide.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";

/** Before the first entry of any shop. */
const beginning = "2020-01-01";

export function Statement() {
  const { t } = useWording();
  const { clientId } = useParams({ from: "/customers/$clientId/statement" });
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const client = useRead("GET /api/v1/clients/:clientId", { params: { clientId } });
  const period = { ...(from !== "" && { from }), ...(to !== "" && { to }) };
  const list = useList("GET /api/v1/clients/:clientId/statement", {
    params: { clientId },
    query: { limit: 50, ...period },
  });
  const day = (label: string, value: string, set: (day: string) => void) => (
    <label className="field">
      <span>{label}</span>
      <input
        type="date"
        className="control"
        value={value}
        max={isoDay(new Date())}
        onChange={({ target }) => set(target.value)}
      />
    </label>
  );
  return (
    <Screen title={t("statement.title")}>
      <p className="card-name">
        <Link to="/customers/$clientId" params={{ clientId }}>
          <bdi>{client.data?.name ?? client.data?.legalName ?? t("customers.nameless")}</bdi>
        </Link>
      </p>
      <div className="downloads">
        {day(t("statement.from"), from, setFrom)}
        {day(t("statement.to"), to, setTo)}
      </div>
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return (
            <div className="form">
              <Balances balances={pages[0]?.balances ?? []} />
              {entries.length === 0 ? <Empty title={t("statement.none")} /> : <Entries entries={entries} />}
              <MoreOf list={list} />
            </div>
          );
        }}
      </Reading>
      <Files clientId={clientId} from={from} to={to || isoDay(new Date())} />
    </Screen>
  );
}

function Balances({ balances }: Pick<ClientStatement, "balances">) {
  const { t } = useWording();
  const names = ["opening", "debit", "credit", "closing"] as const;
  return balances.map((balance) => (
    <section key={balance.currency} className="panel panel-sum">
      <h2>
        <bdi dir="ltr">{balance.currency}</bdi>
      </h2>
      <dl>
        {names.map((name) => (
          <div key={name} className="fact">
            <dt>{t(`statement.${name}`)}</dt>
            <dd>
              <Amount amount={balance[name]} currency={balance.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

/** A side of an entry, where it has one. */
function Side({ entry, side }: { readonly entry: StatementEntry; readonly side: "debit" | "credit" }) {
  return Number(entry[side]) === 0 ? null : <Amount amount={entry[side]} currency={entry.currency} />;
}

function Entries({ entries }: { readonly entries: readonly StatementEntry[] }) {
  const { t } = useWording();
  const isWide = useWide();
  const invoice = ({ orderNumber }: StatementEntry) => (
    <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
      <bdi dir="ltr">{orderNumber}</bdi>
    </RowLink>
  );
  if (!isWide)
    return (
      <ul className="cards">
        {entries.map((entry) => (
          <li key={entry.entryId} className="card">
            <div className="card-row">
              <span>
                {t(`statement.kinds.${entry.kind}`)} {invoice(entry)}
              </span>
              <DateShown instant={entry.at} />
            </div>
            <dl>
              {(["debit", "credit"] as const).map((side) =>
                Number(entry[side]) === 0 ? null : (
                  <div key={side} className="fact">
                    <dt>{t(`statement.${side}`)}</dt>
                    <dd>
                      <Side entry={entry} side={side} />
                    </dd>
                  </div>
                ),
              )}
              <div className="fact">
                <dt>{t("statement.balance")}</dt>
                <dd>
                  <Amount amount={entry.balance} currency={entry.currency} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    );
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t("statement.date")}</th>
          <th scope="col">{t("statement.entry")}</th>
          <th scope="col">{t("statement.invoice")}</th>
          {(["debit", "credit", "balance"] as const).map((name) => (
            <th key={name} scope="col" className="number">
              {t(`statement.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entryId}>
            <td>
              <DateShown instant={entry.at} />
            </td>
            <td>{t(`statement.kinds.${entry.kind}`)}</td>
            <td>{invoice(entry)}</td>
            <td className="number">
              <Side entry={entry} side="debit" />
            </td>
            <td className="number">
              <Side entry={entry} side="credit" />
            </td>
            <td className="number">
              <Amount amount={entry.balance} currency={entry.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Files(props: { readonly clientId: string; readonly from: string; readonly to: string }) {
  const { t, language } = useWording();
  const mayExport = useMay("customers.export");
  const { clientId, to } = props;
  if (!mayExport) return null;
  const from = props.from || beginning;
  const query = { client: clientId, from, to, language };
  const name = `${t("statement.fileName")}-${clientId}-${from}-${to}`;
  return (
    <div className="downloads">
      <DownloadButton
        call={`GET /api/v1/clients/${clientId}/statement/pdf`}
        query={{ from: props.from || undefined, to, lang: language }}
        fileName={`${name}.pdf`}
        label={t("statement.pdf")}
      />
      <DownloadButton
        call="GET /api/v1/exports/statement"
        query={{ ...query, format: "xlsx" }}
        fileName={`${name}.xlsx`}
        label={t("statement.excel")}
      />
      <DownloadButton
        call="GET /api/v1/exports/statement"
        query={query}
        fileName={`${name}.csv`}
        label="CSV"
      />
    </div>
  );
}
