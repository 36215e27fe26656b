import assert from "node:assert/strict";
import { test } from "node:test";
import { isInAppBrowser } from "./in-app-browser.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android =
  "Mozilla/5.0 (Linux; Android 15; SM-S921B Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko)";

const agents: readonly [string, string, boolean][] = [
  ["Instagram on an iPhone", `${iphone} Mobile/22B91 Instagram 357.0.0.23.94 (iPhone16,1; iOS 18_1)`, true],
  ["Facebook on an iPhone", `${iphone} Mobile/22B91 [FBAN/FBIOS;FBAV/489.0.0]`, true],
  ["Snapchat on an iPhone", `${iphone} Version/18.1 Mobile/22B91 Safari/604.1 Snapchat/13.16.0.42`, true],
  ["TikTok on an iPhone", `${iphone} Mobile/22B91 musical_ly_37.1.0 BytedanceWebview/d8a21c6`, true],
  ["any app on Android", `${android} Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36`, true],
  ["Safari", `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, false],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    false,
  ],
];

for (const [name, agent, expected] of agents) {
  test(`${name} is ${expected ? "" : "not "}a browser inside of an app`, () => {
    assert.equal(isInAppBrowser(agent), expected);
  });
}
