/**
 * Twenty failures of other consoles in Arabic (issue 17), each with what holds it here. Those that need a browser are in
 * e2e/console-arabic.spec.ts, under their numbers.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { readTypedAmount } from "#core/typed-amount.ts";
import { csvRow } from "#server/exports/csv.ts";
import { timeZone } from "#web/i18n/time-zone.ts";
import { readTypedMobile } from "./forms/typed-mobile.ts";

const folder = resolve("src/console");

const styles = readdirSync(join(folder, "styles"))
  .map((name) => readFileSync(join(folder, "styles", name), "utf8"))
  .join("\n");

/** Locales in which the screens write days, as their source has them. */
const locales = [
  ...readFileSync(join(folder, "display/dates.ts"), "utf8").matchAll(/"((?:ar-SA|en-GB)-u-[\w-]+)"/g),
].map(([, locale = ""]) => locale);

/** Day and month of the Hijri calendar of the screens. */
function hijri(at: string | number): { readonly day: number; readonly month: number } {
  const locale = locales.find((one) => one.startsWith("en-GB-u-ca-islamic"));
  const shown = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", timeZone }).formatToParts(
    new Date(at),
  );
  const of = (type: string): number => Number(shown.find((part) => part.type === type)?.value);
  return { day: of("day"), month: of("month") };
}

const browser = "e2e/console-arabic.spec.ts";

/** `held`: the check itself, or the test that has it: a file and what its title says. */
const failures: readonly {
  readonly number: number;
  readonly guarantee: string;
  readonly held: (() => void) | readonly [file: string, title: string];
}[] = [
  { number: 1, guarantee: "Arabic turns the whole layout", held: [browser, "1, 3, 4"] },
  {
    number: 2,
    guarantee: "no word is left in English",
    held: ["src/console/i18n/texts.test.ts", "Arabic texts of the console are in Arabic"],
  },
  { number: 3, guarantee: "the bar is there at a desk", held: [browser, "1, 3, 4"] },
  {
    number: 4,
    guarantee: "the bar is at the right, and no tap beside it opens or moves it",
    held: [browser, "4, 7, 8"],
  },
  { number: 5, guarantee: "rows of links begin at the right", held: [browser, "1, 3, 4, 5"] },
  { number: 6, guarantee: "the month before is at the right, its arrow outwards", held: [browser, "5, 6"] },
  { number: 7, guarantee: "parts of a date are ordered by the browser", held: [browser, "4, 7, 8"] },
  { number: 8, guarantee: "arrow keys move a day in Arabic", held: [browser, "4, 7, 8"] },
  {
    number: 9,
    guarantee: "after day 29 of a Hijri month comes day 30 or the next month, and no month is skipped",
    held: () => {
      let [last, lastMonth] = [0, 0];
      for (let at = Date.parse("2024-01-01"); at < Date.parse("2032-01-01"); at += 86_400_000) {
        const { day, month } = hijri(at);
        if (lastMonth !== 0) {
          const isNext = day === last + 1 && month === lastMonth;
          const isFirst = day === 1 && last >= 29 && month === (lastMonth % 12) + 1;
          assert.ok(
            isNext || isFirst,
            `${new Date(at).toISOString()}: ${day}/${month} after ${last}/${lastMonth}`,
          );
        }
        [last, lastMonth] = [day, month];
      }
    },
  },
  {
    number: 10,
    guarantee: "the table is that of Umm al-Qura: Jumada al-Ula 1446 has 29 days",
    held: () => {
      assert.deepEqual(hijri("2024-11-03"), { day: 1, month: 5 });
      assert.deepEqual(hijri("2024-12-01"), { day: 29, month: 5 });
      assert.deepEqual(hijri("2024-12-02"), { day: 1, month: 6 });
    },
  },
  { number: 11, guarantee: "an amount can be typed digit by digit", held: [browser, "11, 12, 14"] },
  {
    number: 12,
    guarantee: "digits of Arabic and Persian keyboards are read",
    held: () => {
      assert.equal(readTypedAmount("١٢٣٤٫٥٠", "SAR"), "1234.50");
      assert.equal(readTypedAmount("۱۲۳۴", "SAR"), "1234");
      assert.equal(readTypedMobile("٠٥٥١٢٣٤٥٦٧"), "0551234567");
    },
  },
  {
    number: 13,
    guarantee: "an amount is the same with each decimal sign",
    held: () => {
      for (const typed of ["1234.56", "١٢٣٤٫٥٦", "1234٫56", "١٬٢٣٤٫٥٦"])
        assert.equal(readTypedAmount(typed, "SAR"), "1234.56", typed);
    },
  },
  {
    number: 14,
    guarantee: "numbers and days are shown with the digits of our own locales, whatever the browser prefers",
    held: () => {
      assert.equal(locales.length, 4);
      for (const locale of locales) assert.match(locale, /-nu-latn$/);
    },
  },
  {
    number: 15,
    guarantee: "the plus of a mobile stands in front, and its groups in their order",
    held: () => assert.equal(readTypedMobile("966551234567+"), "+966551234567"),
  },
  {
    number: 16,
    guarantee: "head and column of a table stay together, and lists have no scroll of their own",
    held: [browser, "15, 16"],
  },
  {
    number: 17,
    guarantee: "nothing is pinned or placed by a physical side",
    held: () => {
      const physical =
        /(?<![\w-])(?:left|right|(?:margin|padding|border)-(?:left|right)[\w-]*)\s*:|(?:float|text-align):\s*(?:left|right)/;
      assert.doesNotMatch(styles, physical);
      assert.doesNotMatch(styles, /(?:^|\s)t[hd][^{]*\{[^}]*position:\s*sticky/);
    },
  },
  {
    number: 18,
    guarantee: "a dialog stands in the window, what closes it at the left",
    held: [browser, "16, 18"],
  },
  {
    number: 19,
    guarantee: "plots begin at the right, with figures as a table in place of tooltips",
    held: [browser, "18, 19"],
  },
  {
    number: 20,
    guarantee: "Excel in Arabic opens what is exported",
    held: () => {
      const cells = [
        { kind: "text", text: "=1+1" },
        { kind: "text", text: "نورة" },
      ] as const;
      assert.equal(csvRow(cells, ";"), "'=1+1;نورة\r\n");
      const mark = /an Arabic CSV file begins with the mark that Excel needs/;
      assert.match(readFileSync("src/server/exports/export-routes.test.ts", "utf8"), mark);
    },
  },
];

test("each of the twenty is held by a check", () => {
  assert.deepEqual(
    failures.map(({ number }) => number),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

for (const { number, guarantee, held } of failures)
  test(`${number}: ${guarantee}`, () => {
    if (typeof held === "function") held();
    else assert.ok(readFileSync(held[0], "utf8").includes(held[1]), `${held[0]}: ${held[1]}`);
  });
