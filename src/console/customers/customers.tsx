/** Whom the shop has sold to, found by name, mobile or e-mail address. */
import { useState } from "react";
import { useList } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { SearchBox } from "../search/search-box.tsx";
import { SearchResults } from "../search/search-results.tsx";
import { Screen } from "../shell/screen.tsx";

export function Customers() {
  const { t } = useWording();
  const [search, setSearch] = useState("");
  return (
    <Screen title={t("customers.title")}>
      <SearchBox text={search} onText={setSearch} label={t("customers.search")} />
      {search.trim() === "" ? <CustomerList /> : <SearchResults text={search} only="client" />}
    </Screen>
  );
}

function CustomerList() {
  const { t } = useWording();
  const list = useList("GET /api/v1/clients", { query: { limit: 25 } });
  return (
    <Reading query={list} rows={6}>
      {({ pages }) => {
        const clients = pages.flatMap(({ items }) => items);
        if (clients.length === 0) return <Empty title={t("customers.noneYet")} />;
        return (
          <>
            <ul className="cards">
              {clients.map(({ id, name, legalName, mobile, createdAt }) => (
                <li key={id} className="card">
                  <div className="card-row">
                    <RowLink to="/customers/$clientId" params={{ clientId: String(id) }}>
                      <bdi>{name ?? legalName ?? t("customers.nameless")}</bdi>
                    </RowLink>
                    {mobile && <bdi dir="ltr">{mobile}</bdi>}
                  </div>
                  <DateShown instant={createdAt} />
                </li>
              ))}
            </ul>
            <MoreOf list={list} canNarrow />
          </>
        );
      }}
    </Reading>
  );
}
