/** A day, or a day and a time, of the shop's zone, with the Hijri day beside it on request: for islands, too. */
import { useLocale } from "use-intl/react";
import { formatDate, formatDateTime, formatHijriDate } from "../i18n/format.ts";

export type DateTextProps = {
  /** RFC 3339, or a day such as "2030-01-31". */
  readonly instant: string;
  readonly hasTime?: boolean;
  /** As the shop's theme says: a page reads it from its scope (`ShownDate`), an island gets it among its props. */
  readonly hasHijriDates: boolean | undefined;
};

export function DateText({ instant, hasTime = false, hasHijriDates }: DateTextProps) {
  const language = useLocale();
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
