/** A day, or a day and a time, of the shop's zone; the Hijri day beside it where the shop's theme wants it. */
import { useLocale } from "use-intl/react";
import { formatDate, formatDateTime, formatHijriDate } from "../i18n/format.ts";
import { usePageScope } from "../scope.tsx";

type ShownDateProps = {
  /** RFC 3339, or a day such as "2030-01-31". */
  readonly instant: string;
  readonly hasTime?: boolean;
};

export function ShownDate({ instant, hasTime = false }: ShownDateProps) {
  const language = useLocale();
  const { hasHijriDates } = usePageScope();
  return (
    <time dateTime={instant}>
      {(hasTime ? formatDateTime : formatDate)(instant, language)}
      {hasHijriDates && (
        <>
          {" "}
          <bdi className="hijri">({formatHijriDate(instant, language)})</bdi>
        </>
      )}
    </time>
  );
}
