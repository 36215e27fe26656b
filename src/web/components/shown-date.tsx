/** A day, or a day and a time, of the shop's zone. */
import { useLocale } from "use-intl/react";
import { formatDate, formatDateTime } from "../i18n/format.ts";

type ShownDateProps = {
  /** RFC 3339, or a day such as "2030-01-31". */
  readonly instant: string;
  readonly hasTime?: boolean;
};

export function ShownDate({ instant, hasTime = false }: ShownDateProps) {
  const language = useLocale();
  return <time dateTime={instant}>{(hasTime ? formatDateTime : formatDate)(instant, language)}</time>;
}
