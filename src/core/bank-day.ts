/** Days on which Saudi banks work: Sunday to Thursday. Their holidays change from year to year and are not known here. */

const friday = 5;
const saturday = 6;

/** Whether banks work on a day such as "2026-11-22". */
export function isBankDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== friday && weekday !== saturday;
}

/** The bank day that is so many bank days after a day; of none, the day itself or the next one on which banks work. */
export function bankDayAfter(day: string, count: number): string {
  let found = day;
  let left = count;
  for (;;) {
    if (left === 0 && isBankDay(found)) return found;
    found = new Date(Date.parse(`${found}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    if (left > 0 && isBankDay(found)) left -= 1;
  }
}
