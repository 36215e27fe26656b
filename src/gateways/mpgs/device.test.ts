import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDevice } from "./device.ts";

const request = { ipAddress: "2001:db8::7", userAgent: "Browser/1", acceptHeader: "text/html,*/*" };

test("what the browser sent is passed on", () => {
  const browser = { colorDepth: 32, language: "en-GB", screenHeight: 900, screenWidth: 1440, timeZone: 60 };
  assert.deepEqual(describeDevice(browser, request, "ar"), {
    browser: "Browser/1",
    ipAddress: "2001:db8::7",
    browserDetails: {
      "3DSecureChallengeWindowSize": "FULL_SCREEN",
      acceptHeaders: "text/html,*/*",
      colorDepth: 32,
      javaEnabled: false,
      javaScriptEnabled: true,
      language: "en-GB",
      screenHeight: 900,
      screenWidth: 1440,
      timeZone: 60,
    },
  });
});

test("what the browser did not send has a neutral value, and an unknown address is left out", () => {
  const device = describeDevice(undefined, { ipAddress: null, userAgent: null, acceptHeader: null }, "en");
  assert.equal("ipAddress" in device, false);
  assert.equal(device.browser, "unknown");
  const { acceptHeaders, colorDepth, language, screenHeight, screenWidth, timeZone } = device.browserDetails;
  assert.deepEqual(
    [acceptHeaders, colorDepth, language, screenHeight, screenWidth, timeZone],
    ["text/html", 24, "en", 480, 640, -180],
  );
});

const depths: readonly [number, number][] = [
  [1, 1],
  [10, 8],
  [24, 24],
  [30, 24],
  [31, 24],
  [32, 32],
  [47, 32],
  [48, 48],
  [64, 48],
  [0, 24],
];
for (const [told, sent] of depths) {
  test(`a colour depth of ${told} is sent as ${sent}`, () => {
    assert.equal(describeDevice({ colorDepth: told }, request, "ar").browserDetails.colorDepth, sent);
  });
}

const languages: readonly [string, string][] = [
  ["ar", "ar"],
  ["zh-Hant-TW", "zh-Hant"],
  ["en-US", "en-US"],
  ["not a tag!", "ar-SA"],
  ["", "ar-SA"],
  ["x", "ar-SA"],
];
for (const [told, sent] of languages) {
  test(`the language "${told}" is sent as "${sent}"`, () => {
    assert.equal(describeDevice({ language: told }, request, "ar").browserDetails.language, sent);
  });
}

test("long headers are cut to what EMV 3-D Secure takes", () => {
  const device = describeDevice(
    undefined,
    { ...request, userAgent: "x".repeat(5_000), acceptHeader: "y".repeat(5_000) },
    "ar",
  );
  assert.equal(device.browser.length, 2_048);
  assert.equal(device.browserDetails.acceptHeaders.length, 2_048);
});
