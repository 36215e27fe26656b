/** The invoices of the shop: found, narrowed down, sent again, repeated, taken along as a file. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useList } from "../calls/queries.ts";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { invoicesRoute } from "../routes.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { SearchResults } from "../search/search-results.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { Views } from "../views/views.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type InvoiceFilters, listQuery } from "./invoice-filters.ts";
import { InvoiceRows } from "./invoice-rows.tsx";

/** Who is searched for is kept by the screen alone: neither the address nor the browser's storage has it. */
export function Invoices() {
  const { t } = useWording();
  const filters = invoicesRoute.useSearch();
  const [search, setSearch] = useState("");
  const isSearched = search.trim() !== "";
  return (
    <Screen title={t("invoices.title")} acts={!isSearched && <ExportButton filters={filters} />}>
      <SearchBox text={search} onText={setSearch} />
      {isSearched ? (
        <SearchResults text={search} />
      ) : (
        <>
          <FilterBar filters={filters} />
          <Views list="invoices" filters={filters} />
          <InvoiceList filters={filters} />
        </>
      )}
    </Screen>
  );
}

/** Pages of the list, and why there is none. */
export function InvoiceList({ filters }: { readonly filters: InvoiceFilters }) {
  const { t } = useWording();
  const list = useList("GET /api/v1/invoices", { query: listQuery(filters) });
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Reading query={list} rows={6}>
      {({ pages }) => {
        const invoices = pages.flatMap(({ items }) => items);
        if (invoices.length === 0) return isNarrowed ? <NoneFound /> : <NoneYet />;
        return (
          <>
            <InvoiceRows invoices={invoices} />
            <p className="list-end" role="status">
              {t("invoices.shown", { count: invoices.length })}
            </p>
            <ChooseLink filters={filters} />
            <MoreOf list={list} canNarrow />
          </>
        );
      }}
    </Reading>
  );
}

/** To the screen of acts on several of these. */
function ChooseLink({ filters }: { readonly filters: InvoiceFilters }) {
  const { t } = useWording();
  const [mayIssue, mayExport] = [useMay("invoices.issue"), useMay("reports.read")];
  if (!mayIssue && !mayExport) return null;
  return (
    <Link to="/invoices/chosen" search={filters} className="act act-start">
      {t("invoices.choose")}
    </Link>
  );
}

function NoneFound() {
  const { t } = useWording();
  return (
    <Empty title={t("invoices.noneFound")}>
      <Link to="/invoices" className="button">
        {t("invoices.all")}
      </Link>
    </Empty>
  );
}

export function NoneYet() {
  const { t } = useWording();
  if (!useMay("invoices.issue")) return <Empty title={t("invoices.noneYet")} />;
  return (
    <Empty title={t("invoices.noneYet")}>
      <p>{t("invoices.noneYetHint")}</p>
      <Link to="/invoices/new" className="button button-primary">
        {t("shell.new")}
      </Link>
    </Empty>
  );
}
