/** Days and instants at the ends of what calls take, and of what four digits of a year can write. */
import { earliestDay, latestDay } from "#core/calendar.ts";

/** A day that no call takes. */
export const refusedDays = [
  ...["0001-01-01", "1899-12-31", "3000-01-01"],
  // A day or a month later the year has five digits.
  ...["9999-01-01", "9999-12-01", "9999-12-30", "9999-12-31"],
];

export const endDays = [earliestDay, latestDay, ...refusedDays];

/** By their offsets these are in the years 0 and 10000 of UTC. */
export const refusedInstants = [
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"],
];

export const endInstants = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", ...refusedInstants];
