/** What an owner sees first: the box that finds everything, money in, what needs a hand, and the latest invoices. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import { eye } from "../display/icons.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceRows } from "../invoices/invoice-rows.tsx";
import { NoneYet } from "../invoices/invoices.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { SearchResults } from "../search/search-results.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { StepsOnHome } from "../shop/steps-on-home.tsx";
import { Attention, FailedPayments } from "./attention.tsx";
import { MoneyIn, Unpaid } from "./figures.tsx";
import { Health } from "./health.tsx";
import { MoneyPlot } from "./money-plot.tsx";

export function Home() {
  const { t } = useWording();
  const [search, setSearch] = useState("");
  const home = useRead("GET /api/v1/home", {});
  const latest = useRead("GET /api/v1/invoices", { query: { limit: 5 } });
  return (
    <Screen title={t("home.title")} acts={<LookLink />}>
      <SearchBox text={search} onText={setSearch} />
      {search.trim() === "" ? (
        <>
          {/* The first invoice is what a new shop is here for: before figures that are all nothing. */}
          {latest.data?.items.length === 0 && <NoneYet />}
          <Figures home={home} />
          {/* Figures that came later would push the list from under a finger. */}
          {!home.isPending && latest.data?.items.length !== 0 && <Latest latest={latest} />}
        </>
      ) : (
        <SearchResults text={search} />
      )}
    </Screen>
  );
}

/** On phones, where the bar has no room for it: logo and colours are changed in three presses. */
function LookLink() {
  const { t } = useWording();
  if (!useMay("theme.manage")) return null;
  return (
    <Link to="/shop/look" className="act way-phone">
      <Icon path={eye} />
      {t("shell.look")}
    </Link>
  );
}

function Figures({ home }: { readonly home: ReturnType<typeof useRead<"GET /api/v1/home">> }) {
  const mayManage = useMay("shop.manage");
  return (
    <Reading query={home} rows={6}>
      {({ today, money, unpaid, failedPayments, attention, health }) => (
        <div className="home">
          {mayManage && <StepsOnHome />}
          <MoneyIn money={money} />
          <Attention attention={attention} />
          <FailedPayments failedPayments={failedPayments} />
          <MoneyPlot today={today} />
          <Unpaid unpaid={unpaid} today={today} />
          <Health health={health} />
        </div>
      )}
    </Reading>
  );
}

function Latest({ latest }: { readonly latest: ReturnType<typeof useRead<"GET /api/v1/invoices">> }) {
  const { t } = useWording();
  return (
    <section aria-labelledby="latest">
      <div className="section-head">
        <h2 id="latest">{t("home.latest")}</h2>
        <Link to="/invoices">{t("invoices.all")}</Link>
      </div>
      <Reading query={latest} rows={5}>
        {({ items }) => <InvoiceRows invoices={items} />}
      </Reading>
    </section>
  );
}
