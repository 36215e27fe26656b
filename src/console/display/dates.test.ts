/** Days at midnight in Riyadh and at the ends of Hijri months, wherever the device is. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { dayEnd, dayStart } from "../invoices/invoice-filters.ts";
import { gregorianDay, hijriDay, hijriDayOfYear, time } from "./dates.ts";
import { monthName } from "./days.ts";
import { isoDay } from "./iso-day.ts";

const ownZone = process.env["TZ"];
after(() => {
  if (ownZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ownZone;
});

const before = "2026-11-30T23:59:59.999+03:00";
const past = "2026-12-01T00:00:00.000+03:00";

for (const zone of ["Asia/Riyadh", "UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
  test(`a day ends at midnight in Riyadh on a device in ${zone}`, () => {
    process.env["TZ"] = zone;
    assert.deepEqual([isoDay(new Date(before)), isoDay(new Date(past))], ["2026-11-30", "2026-12-01"]);
    assert.deepEqual([gregorianDay(before, "en"), gregorianDay(past, "en")], ["30 Nov 2026", "1 Dec 2026"]);
    assert.deepEqual(
      [time(before, "en"), time(past, "en")].map((text) => text.replace(/\s/g, " ")),
      ["23:59", "0:00"],
    );
    assert.equal(gregorianDay("2026-12-01", "en"), "1 Dec 2026", "a day without a time is that day");
    assert.equal(monthName("2026-12-01", "en"), "December 2026");
    assert.equal(Date.parse(dayEnd("2026-11-30")), Date.parse(past));
    assert.equal(Date.parse(dayStart("2026-12-01")), Date.parse(past));
  });

/** Last days of months of the Umm al-Qura calendar, of 29 and of 30 days, with the day after (King Abdulaziz City's tables). */
const monthEnds = [
  ["2026-02-17", "29 Sha", "1 Ramadan", "1447"],
  ["2026-03-19", "30 Ramadan", "1 Shawwal", "1447"],
  ["2026-06-15", "29 Dhu", "1 Muharram", "1448"],
  ["2024-11-02", "30 Rabi", "1 Jumada", "1446"],
] as const;

test("a Hijri month ends at midnight in Riyadh after its 29th or 30th day, and none is skipped", () => {
  process.env["TZ"] = "America/Los_Angeles";
  for (const [day, last, first, year] of monthEnds) {
    const end = `${day}T23:59:59+03:00`;
    const next = new Date(Date.parse(end) + 1_000).toISOString();
    assert.ok(hijriDay(end, "en").startsWith(last), `${day}: ${hijriDay(end, "en")}`);
    assert.ok(hijriDay(next, "en").startsWith(first), `${next}: ${hijriDay(next, "en")}`);
    assert.match(hijriDayOfYear(next, "en"), new RegExp(year));
    assert.match(hijriDay(next, "ar"), /^1 /, "with the digits of the screens");
  }
});
