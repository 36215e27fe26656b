/** Bars of money by day, the first at the side where reading begins; the same figures as a table for readers of screens. */
import { directionOf } from "#core/language.ts";
import { formatDecimal, minor } from "#core/money.ts";
import { Amount } from "../display/amount.tsx";
import { format, gregorianDay } from "../display/dates.ts";
import { useWording } from "../i18n/texts.ts";
import type { PlotDay, PlotSpan } from "./day-sums.ts";

const width = 320;
const height = 112;

type BarsProps = { readonly days: readonly PlotDay[]; readonly span: PlotSpan; readonly today: string };

export function Bars({ days, span, today }: BarsProps) {
  const { t, language } = useWording();
  const isFromRight = directionOf(language) === "rtl";
  const most = Math.max(1, ...days.flatMap(({ taken, takenBefore }) => [taken ?? 0, takenBefore]));
  const slot = width / days.length;
  const bar = slot * 0.36;
  /** @param index of the day; @param place 0 for the bar of now, 1 for the one of before, which stands after it */
  const left = (index: number, place: 0 | 1): number => {
    const start = index * slot + slot * 0.12 + place * (bar + slot * 0.04);
    return isFromRight ? width - start - bar : start;
  };
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(2, (value / most) * (height - 4)));
  return (
    <figure className="plot">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" preserveAspectRatio="none">
        {[0.25, 0.5, 0.75].map((share) => (
          <line key={share} className="plot-line" x1="0" x2={width} y1={height * share} y2={height * share} />
        ))}
        {days.map(({ day, taken, takenBefore }, index) => (
          <g key={day}>
            <rect
              className="plot-before"
              x={left(index, 1)}
              y={height - tall(takenBefore)}
              width={bar}
              height={tall(takenBefore)}
            />
            <rect
              className={day === today ? "plot-now is-today" : "plot-now"}
              x={left(index, 0)}
              y={height - tall(taken ?? 0)}
              width={bar}
              height={tall(taken ?? 0)}
            />
          </g>
        ))}
      </svg>
      <div className="plot-days" aria-hidden="true">
        {days.map(({ day }, index) => (
          <span key={day}>
            {span === "week"
              ? format("gregory", language, { weekday: isFromRight ? "narrow" : "short" }).format(
                  new Date(day),
                )
              : index % 5 === 0 && Number(day.slice(8))}
          </span>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{t(`plot.${span}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t("plot.day")}</th>
            <th scope="col">{t(span === "week" ? "home.week" : "home.month")}</th>
            <th scope="col">{t(`plot.${span}Before`)}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, taken, takenBefore }) => (
            <tr key={day}>
              <th scope="row">{gregorianDay(day, language)}</th>
              <td>{taken === null ? t("plot.toCome") : <Amount amount={decimal(taken)} currency="SAR" />}</td>
              <td>
                <Amount amount={decimal(takenBefore)} currency="SAR" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Halalas as a decimal text. */
export function decimal(halalas: number): string {
  return formatDecimal(minor(halalas), "SAR");
}
