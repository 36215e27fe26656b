import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedElsewhere,
  changedLook,
  hasChanges,
  type Look,
  noChanges,
  readChanges,
  withLogo,
  withSetting,
} from "./look-draft.ts";

const stored: Look = { theme: { primaryColor: "#0f6b5c", hideVatInvoice: true }, imageId: "one" };

test("what is changed and changed back is no change", () => {
  const changed = withSetting(noChanges, stored, { name: "primaryColor", value: "#112233" });
  assert.deepEqual(changedLook(stored, changed).theme, { primaryColor: "#112233", hideVatInvoice: true });
  assert.equal(hasChanges(withSetting(changed, stored, { name: "primaryColor", value: "#0f6b5c" })), false);
  const logo = withLogo(changed, stored, "two");
  assert.equal(changedLook(stored, logo).imageId, "two");
  assert.deepEqual(withLogo(logo, stored, "one"), changed);
});

test("a setting taken back to what all have is left out of what is saved", () => {
  const changed = withSetting(noChanges, stored, { name: "hideVatInvoice", value: null });
  assert.deepEqual(changedLook(stored, changed).theme, { primaryColor: "#0f6b5c" });
});

test("what others have saved meanwhile stays, and only the same setting is asked about", () => {
  const changes = withSetting(noChanges, stored, { name: "primaryColor", value: "#112233" });
  const now: Look = { theme: { ...stored.theme, textColor: "#000000" }, imageId: "two" };
  assert.deepEqual(changedElsewhere(changes, { seen: stored, now }), []);
  assert.equal(changedLook(now, changes).theme.textColor, "#000000");
  const taken: Look = { ...now, theme: { ...now.theme, primaryColor: "#abcdef" } };
  assert.deepEqual(changedElsewhere(withLogo(changes, stored, "three"), { seen: stored, now: taken }), [
    "primaryColor",
    "imageId",
  ]);
});

test("what was kept is read back, and anything else is no change", () => {
  const changes = withLogo(noChanges, stored, null);
  assert.deepEqual(readChanges(JSON.stringify(changes)), changes);
  for (const text of [null, "", "[]", "{}", '{"theme":null}', "{"])
    assert.equal(hasChanges(readChanges(text)), false);
});
