/** Money by day of this week or month beside the one before. */
import { useState } from "react";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Bars, decimal } from "../plot/bars.tsx";
import { type PlotSpan, plotDays, plotPeriod } from "../plot/day-sums.ts";

const spans = ["week", "month"] as const satisfies readonly PlotSpan[];

export function MoneyPlot({ today }: { readonly today: string }) {
  const { t } = useWording();
  const [span, setSpan] = useState<PlotSpan>("week");
  const sales = useRead("GET /api/v1/reports/sales", { query: { ...plotPeriod(today), by: "day" } });
  return (
    <section className="panel" aria-labelledby="money-plot">
      <div className="section-head">
        <h2 id="money-plot">{t("plot.title")}</h2>
        <div className="plot-spans">
          {spans.map((one) => (
            <ChoiceButton key={one} isChosen={one === span} onChoose={() => setSpan(one)}>
              {t(`plot.${one}Short`)}
            </ChoiceButton>
          ))}
        </div>
      </div>
      <Reading query={sales} rows={2}>
        {({ rows }) => {
          const days = plotDays(span, today, rows);
          const sum = days.reduce((all, { taken }) => all + (taken ?? 0), 0);
          const before = days.reduce((all, { takenBefore }) => all + takenBefore, 0);
          return (
            <>
              <Bars days={days} span={span} today={today} />
              <ul className="plot-legend">
                <li className="is-now">
                  {t(span === "week" ? "home.week" : "home.month")}{" "}
                  <Amount amount={decimal(sum)} currency="SAR" />
                </li>
                <li className="is-before">
                  {t(`plot.${span}Before`)} <Amount amount={decimal(before)} currency="SAR" />
                </li>
              </ul>
            </>
          );
        }}
      </Reading>
    </section>
  );
}
