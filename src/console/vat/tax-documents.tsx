/** The tax documents behind a figure of the VAT return, or all of a period, each with what it adds to the figure. */
import { Link, useSearch } from "@tanstack/react-router";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { type VatBox, vatBoxes } from "#core/tax/vat-return.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { AuthorityFindings } from "../display/authority-findings.tsx";
import { DateShown } from "../display/date.tsx";
import { hijriDays, monthName } from "../display/days.ts";
import { DownloadButton } from "../display/download-button.tsx";
import { Icon } from "../display/icon.tsx";
import { paper } from "../display/icons.ts";
import { isoDay } from "../display/iso-day.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { type Translate, useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { type FigureName, figureKinds, readVatPeriod, type VatPeriod } from "./vat-period.ts";

export function TaxDocuments() {
  const { t, language } = useWording();
  const search = useSearch({ from: "/vat" });
  const period = readVatPeriod(search.period, isoDay(new Date()));
  const box = vatBoxes.find((name) => name === search.box);
  const figure = (["amount", "adjustment"] as const).find((name) => name === search.figure) ?? "vat";
  const kinds = figureKinds[figure];
  const list = useList("GET /api/v1/tax-documents", {
    query: {
      kind: [...kinds],
      ...(box && { vatBox: box }),
      issuedSince: `${period.from}T00:00:00+03:00`,
      issuedBefore: `${dayAfter(period.to)}T00:00:00+03:00`,
      limit: 50,
    },
  });
  return (
    <Screen title={box ? t(`vatBox.${box}`) : t("taxDocuments.title")}>
      <p className="soft">
        {t(`vat.${figure}`)} · {periodName(period, t, language)} · {hijriDays(period, language)}
      </p>
      <Link to="/vat" search={{ period: period.text }} className="act act-start">
        {t("taxDocuments.back")}
      </Link>
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const documents = pages.flatMap(({ items }) => items);
          if (documents.length === 0) return <Empty title={t("taxDocuments.none")} />;
          return (
            <>
              <ul className="cards">
                {documents.map((one) => (
                  <TaxDocument key={one.number} document={one} figure={figure} />
                ))}
              </ul>
              <MoreOf list={list} canNarrow />
            </>
          );
        }}
      </Reading>
      <ListFile period={period} box={box} figure={figure} />
    </Screen>
  );
}

function periodName({ text, from }: VatPeriod, t: Translate, language: "ar" | "en"): string {
  return text.includes("Q")
    ? t("period.quarter", { quarter: text.slice(-1), year: text.slice(0, 4) })
    : monthName(from, language);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

type TaxDocumentProps = { readonly document: IssuedTaxDocument; readonly figure: FigureName };

/** What a credit note takes back stands with a minus, as it goes into the figure. */
function TaxDocument({ document, figure }: TaxDocumentProps) {
  const { t } = useWording();
  const { number, kind, form, orderNumber, issuedAt, inVatBox, submission, pdfUrl } = document;
  const own = inVatBox ?? { taxable: document.taxable, vat: document.vat };
  const amount = figure === "vat" ? own.vat : own.taxable;
  const sign = kind === "credit_note" ? "-" : "";
  return (
    <li className="card">
      <div className="card-row">
        <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
          <bdi dir="ltr">{number}</bdi>
        </RowLink>
        <Amount amount={sign + amount} currency={inVatBox ? "SAR" : document.currency} />
      </div>
      <div className="card-row">
        <span>
          {t(`taxDocumentKind.${kind}`)} · {t(`taxForm.${form}`)}
        </span>
        {submission && (
          <span className={`chip ${submission.state === "rejected" ? "chip-declined" : ""}`}>
            {t(`submission.${submission.state}`)}
          </span>
        )}
      </div>
      <AuthorityFindings submission={submission} />
      <div className="card-row">
        <DateShown instant={issuedAt} hasTime />
        {pdfUrl && (
          <a href={pdfUrl} target="_blank" rel="noopener noreferrer" className="act">
            <Icon path={paper} />
            {t("taxDocuments.open")}
          </a>
        )}
      </div>
    </li>
  );
}

type ListFileProps = {
  readonly period: VatPeriod;
  readonly box: VatBox | undefined;
  readonly figure: FigureName;
};

function ListFile({ period: { text, from, to }, box, figure }: ListFileProps) {
  const { t, language } = useWording();
  const query = { from, to, language, kind: figureKinds[figure].join(","), ...(box && { vatBox: box }) };
  const name = `${t("taxDocuments.fileName")}-${text}`;
  return (
    <div className="downloads">
      <DownloadButton
        call="GET /api/v1/exports/tax-documents"
        query={{ ...query, format: "xlsx" }}
        fileName={`${name}.xlsx`}
        label={t("taxDocuments.excel")}
      />
      <DownloadButton
        call="GET /api/v1/exports/tax-documents"
        query={query}
        fileName={`${name}.csv`}
        label="CSV"
      />
    </div>
  );
}
