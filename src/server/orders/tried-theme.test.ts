import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { masterKeys } from "../secrets/master-secret.ts";
import { createSigning } from "../secrets/signing.ts";
import { readTriedTheme, writeTriedTheme } from "./tried-theme.ts";

const signing = createSigning(masterKeys("a-master-secret-of-thirty-two-bytes!"));
const at = (now: number) => ({ signing, clock: { now: () => now } });
const tried = { merchantId: 7, settings: { primaryColor: "#0f6b5c" }, imageId: null };

test("a tried theme is read back until its hour is over", () => {
  const { text, expiresAt } = writeTriedTheme(at(1_000), tried);
  assert.equal(expiresAt, 1_000 + timing.triedThemeLifetimeMs);
  assert.deepEqual(readTriedTheme(at(expiresAt - 1), text), { ...tried, expiresAt });
  assert.equal(readTriedTheme(at(expiresAt), text), null);
});

test("a theme that was not signed here, or was changed since, is none", () => {
  const { text } = writeTriedTheme(at(1_000), tried);
  const [content = "", signature = ""] = text.split(".");
  const changed = Buffer.from(JSON.stringify({ ...tried, merchantId: 8, expiresAt: 9e15 })).toString(
    "base64url",
  );
  for (const forged of [
    "",
    ".",
    content,
    `${changed}.${signature}`,
    `${content}.x`,
    `${content}.${signature}x`,
  ])
    assert.equal(readTriedTheme(at(1_000), forged), null, forged);
});
