/** What an owner sees first: the box that finds everything, what needs a hand, and the latest invoices. */
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { useRead } from "../calls/queries.ts";
import { Empty, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceRows } from "../invoices/invoice-rows.tsx";
import { InvoiceList } from "../invoices/invoices.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { Screen } from "../shell/screen.tsx";

export function Home() {
  const { t } = useWording();
  const [search, setSearch] = useState("");
  const found = useDeferredValue(search);
  return (
    <Screen title={t("home.title")}>
      <SearchBox text={search} onText={setSearch} />
      {found.trim() === "" ? <Latest /> : <InvoiceList filters={{}} search={found} />}
    </Screen>
  );
}

function Latest() {
  const { t } = useWording();
  const latest = useRead("GET /api/v1/invoices", { query: { limit: 5 } });
  return (
    <section aria-labelledby="latest">
      <div className="section-head">
        <h2 id="latest">{t("home.latest")}</h2>
        <Link to="/invoices">{t("home.allInvoices")}</Link>
      </div>
      <Reading query={latest} rows={5}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("invoices.noneYet")}>
              <p>{t("invoices.noneYetHint")}</p>
              <Link to="/invoices/new" className="button button-primary">
                {t("shell.new")}
              </Link>
            </Empty>
          ) : (
            <InvoiceRows invoices={items} />
          )
        }
      </Reading>
    </section>
  );
}
