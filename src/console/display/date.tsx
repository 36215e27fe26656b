/** A day of the shop's time zone, Gregorian with Hijri beside it. */
import { useWording } from "../i18n/texts.ts";
import { gregorianDay, hijriDay, time } from "./dates.ts";

/** A day in both calendars; of an instant with the time, where that is asked for. */
export function DateShown({
  instant,
  hasTime = false,
}: {
  readonly instant: string;
  readonly hasTime?: boolean;
}) {
  const { language } = useWording();
  return (
    <time dateTime={instant} className="date">
      <bdi>
        {gregorianDay(instant, language)}
        {hasTime && `${language === "ar" ? "،" : ","} ${time(instant, language)}`}
      </bdi>
      <bdi className="date-hijri">{hijriDay(instant, language)}</bdi>
    </time>
  );
}
