/** A date of a page, as `DateText`; the Hijri day beside it where the shop's theme wants it. */
import { usePageScope } from "../scope.tsx";
import { DateText, type DateTextProps } from "./date-text.tsx";

export function ShownDate(props: Omit<DateTextProps, "hasHijriDates">) {
  const { hasHijriDates } = usePageScope();
  return <DateText {...props} hasHijriDates={hasHijriDates} />;
}
