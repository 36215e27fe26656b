/** What is typed of people is of no use to who has the browser and not the person's session. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { dropSealed, keepSealed, readSealed } from "./sealed-draft.ts";

const own = randomBytes(32).toString("base64url");
const place = "wasl-typed-7-customer-3-sealed";
const typed = { name: "نورة بنت سعد", notes: "\u{1f334}".repeat(1_000), email: "" };

beforeEach(() => sessionStorage.clear());

test("what is kept comes back to the same person, and nothing of it can be read in the storage", async () => {
  await keepSealed(own, place, typed);
  const stored = sessionStorage.getItem(place) ?? "";
  assert.match(stored, /^[\w+/]+=*$/);
  assert.ok(!Buffer.from(stored, "base64").includes("نورة"));
  assert.deepEqual(await readSealed(own, place), typed);
  await keepSealed(own, place, typed);
  assert.notEqual(sessionStorage.getItem(place), stored, "the same words are sealed otherwise each time");
});

test("another person, another place and a changed text open nothing, and what does not open is thrown away", async () => {
  const lastByte = (text: string) =>
    Buffer.from(text, "base64").map((byte, at, all) => byte ^ (at === all.length - 1 ? 1 : 0));
  const tries = [
    () => readSealed(randomBytes(32).toString("base64url"), place),
    () => {
      const sealed = sessionStorage.getItem(place) ?? "";
      sessionStorage.setItem(place, Buffer.from(lastByte(sealed)).toString("base64"));
      return readSealed(own, place);
    },
    () => {
      sessionStorage.setItem(place, "no base64 at all");
      return readSealed(own, place);
    },
  ];
  for (const read of tries) {
    await keepSealed(own, place, typed);
    assert.deepEqual([await read(), sessionStorage.getItem(place)], [{}, null]);
  }
  await keepSealed(own, place, typed);
  const elsewhere = "wasl-typed-8-customer-3-sealed";
  sessionStorage.setItem(elsewhere, sessionStorage.getItem(place) ?? "");
  assert.deepEqual(await readSealed(own, elsewhere), {});
});

test("what was sent or taken away does not come back, however late an earlier seal is done", async () => {
  const first = keepSealed(own, place, { name: "one" });
  const second = keepSealed(own, place, { name: "two" });
  await Promise.all([first, second]);
  assert.deepEqual(await readSealed(own, place), { name: "two" });
  const late = keepSealed(own, place, { name: "three" });
  dropSealed(place);
  await late;
  assert.equal(sessionStorage.getItem(place), null);
  await keepSealed(own, place, { name: "four" });
  await keepSealed(own, place, {});
  assert.equal(sessionStorage.getItem(place), null);
});
