/** The VAT return of a month or a quarter in the boxes of the tax authority's form; each figure opens its documents. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { VatReturn } from "#contract/reports.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DownloadButton } from "../display/download-button.tsx";
import { isoDay } from "../display/iso-day.ts";
import { Reading } from "../display/states.tsx";
import { useWide } from "../display/wide.ts";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { TaxDocuments } from "./tax-documents.tsx";
import { type FigureName, readVatPeriod, type VatPeriod } from "./vat-period.ts";

/** The return, or the documents behind the figure that the address names. */
export function Vat() {
  return useSearch({ from: "/vat" }).figure === undefined ? <Return /> : <TaxDocuments />;
}

function Return() {
  const { t } = useWording();
  const navigate = useNavigate({ from: "/vat" });
  const today = isoDay(new Date());
  const period = readVatPeriod(useSearch({ from: "/vat" }).period, today);
  const { from, to } = period;
  const vat = useRead("GET /api/v1/reports/vat", { query: { from, to } });
  return (
    <Screen title={t("vat.title")}>
      <PeriodChoice
        period={period}
        today={today}
        onChoose={({ text }) => void navigate({ search: { period: text }, replace: true })}
      />
      <Reading query={vat} rows={6}>
        {(shown) => <Boxes vat={shown} period={period} />}
      </Reading>
      <p className="soft">{t("vat.salesOnly")}</p>
      <Downloads period={period} />
    </Screen>
  );
}

const figureNames = ["amount", "adjustment", "vat"] as const satisfies readonly FigureName[];

type Box = VatReturn["boxes"][number];
type BoxesProps = { readonly vat: VatReturn; readonly period: VatPeriod };

/** Boxes that the form has no line for are shown where something is in them. */
function Boxes({ vat, period }: BoxesProps) {
  const { t } = useWording();
  const isWide = useWide();
  const boxes = vat.boxes.filter(
    ({ number, ...of }) => number !== null || figureNames.some((name) => Number(of[name]) !== 0),
  );
  const isEmpty = figureNames.every((name) => Number(vat.total[name]) === 0);
  const nameOf = ({ box, number }: Box): string =>
    number === null ? t(`vatBox.${box}`) : `${number}. ${t(`vatBox.${box}`)}`;
  const total = `6. ${t("vatBox.total")}`;
  const sum = (name: FigureName) => <Amount amount={vat.total[name]} currency={vat.currency} />;
  return (
    <>
      {isEmpty && <p className="notice">{t("vat.none")}</p>}
      {isWide ? (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("vat.box")}</th>
              {figureNames.map((name) => (
                <th key={name} scope="col" className="number">
                  {t(`vat.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {boxes.map((box) => (
              <tr key={box.box}>
                <th scope="row">{nameOf(box)}</th>
                {figureNames.map((name) => (
                  <td key={name} className="number">
                    <Figure box={box} name={name} period={period} />
                  </td>
                ))}
              </tr>
            ))}
            <tr className="sum">
              <th scope="row">{total}</th>
              {figureNames.map((name) => (
                <td key={name} className="number">
                  {sum(name)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      ) : (
        <div className="vat-boxes">
          {[...boxes.map((box) => ({ box, title: nameOf(box) })), { box: null, title: total }].map(
            ({ box, title }) => (
              <section key={title} className={box === null ? "panel panel-sum" : "panel"}>
                <h2>{title}</h2>
                <dl>
                  {figureNames.map((name) => (
                    <div key={name} className="fact">
                      <dt>{t(`vat.${name}`)}</dt>
                      <dd>{box === null ? sum(name) : <Figure box={box} name={name} period={period} />}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
          )}
        </div>
      )}
    </>
  );
}

/** A figure without documents leads nowhere. */
function Figure({
  box,
  name,
  period,
}: {
  readonly box: Box;
  readonly name: FigureName;
  readonly period: VatPeriod;
}) {
  const amount = <Amount amount={box[name]} currency="SAR" />;
  if (Number(box[name]) === 0) return amount;
  return (
    <Link to="/vat" search={{ period: period.text, box: box.box, figure: name }} className="figure-link">
      {amount}
    </Link>
  );
}

function Downloads({ period: { text, from, to } }: { readonly period: VatPeriod }) {
  const { t, language } = useWording();
  const query = { from, to, language };
  return (
    <section className="part" aria-labelledby="vat-files">
      <h2 id="vat-files">{t("vat.files")}</h2>
      <div className="downloads">
        <DownloadButton
          call="GET /api/v1/exports/vat"
          query={{ ...query, format: "xlsx" }}
          fileName={`${t("vat.fileName")}-${text}.xlsx`}
          label={t("vat.excel")}
        />
        <DownloadButton
          call="GET /api/v1/exports/vat"
          query={query}
          fileName={`${t("vat.fileName")}-${text}.csv`}
          label="CSV"
        />
        <DownloadButton
          call="GET /api/v1/tax-documents/archive"
          query={{ from, to, format: "zip" }}
          fileName={`${t("taxDocuments.fileName")}-${text}.zip`}
          label={t("vat.archive")}
        />
      </div>
      <p className="soft">{t("vat.archiveHint")}</p>
    </section>
  );
}
