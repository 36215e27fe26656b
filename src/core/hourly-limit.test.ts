import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hourMs, secondsUntilRoom } from "./hourly-limit.ts";

const now = Date.UTC(2026, 4, 3, 12);
const minutesAgo = (...minutes: number[]): Date[] => minutes.map((each) => new Date(now - each * 60_000));

const cases: readonly [string, readonly Date[], number | null][] = [
  ["nothing before", [], null],
  ["one less than the limit", minutesAgo(0, 10), null],
  ["the limit, the oldest a minute short of an hour", minutesAgo(0, 10, 59), 60],
  ["the limit, the oldest an hour old to the millisecond", minutesAgo(0, 10, 60), null],
  ["the limit at this moment", minutesAgo(0, 0, 0), 3_600],
  ["more than the limit: the third newest decides", minutesAgo(0, 10, 20, 30, 40), 2_400],
  ["the third newest is of an earlier hour", minutesAgo(0, 10, 70, 80, 90), null],
];

for (const [name, newestFirst, expected] of cases) {
  test(`three an hour, ${name}: ${expected === null ? "room" : `${expected} s`}`, () => {
    assert.equal(secondsUntilRoom(newestFirst, 3, now), expected);
  });
}

test("a caller that waits as long as stated is admitted, and one that comes a second earlier is not", () => {
  const ages = fc.array(fc.integer({ min: 0, max: 2 * hourMs }), { maxLength: 12 });
  fc.assert(
    fc.property(ages, fc.integer({ min: 1, max: 6 }), (given, most) => {
      const newestFirst = given.toSorted((a, b) => a - b).map((age) => new Date(now - age));
      const seconds = secondsUntilRoom(newestFirst, most, now);
      if (seconds === null) return;
      assert.ok(seconds >= 1 && seconds <= 3_600);
      assert.equal(secondsUntilRoom(newestFirst, most, now + seconds * 1000), null);
      assert.notEqual(secondsUntilRoom(newestFirst, most, now + (seconds - 1) * 1000), null);
    }),
  );
});
