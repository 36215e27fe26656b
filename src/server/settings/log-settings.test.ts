import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { createLog } from "../log/log.ts";
import { readConfig } from "./config.ts";
import { readLogSettings } from "./log-settings.ts";

test("the log says everything under this machine's name unless settings say otherwise", () => {
  assert.deepEqual(readLogSettings({}), { level: "info", node: hostname() });
  assert.deepEqual(readLogSettings({ WASL_LOG_LEVEL: "", WASL_NODE_NAME: "" }), {
    level: "info",
    node: hostname(),
  });
  assert.deepEqual(readLogSettings({ WASL_LOG_LEVEL: "error", WASL_NODE_NAME: "pay-1" }), {
    level: "error",
    node: "pay-1",
  });
});

test("what is less important than the level is left out, and every other line has the server's name", () => {
  const lines: { readonly level: string; readonly node: string }[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line)), "warn", "pay-1");
  log.info("one");
  log.warn("two");
  log.error("three");
  assert.deepEqual(
    lines.map(({ level, node }) => [level, node]),
    [
      ["warn", "pay-1"],
      ["error", "pay-1"],
    ],
  );
});

test("a level or a name that is none stops the start with a sentence", () => {
  for (const [settings, sentence] of [
    [
      { WASL_LOG_LEVEL: "debug" },
      /^The setting WASL_LOG_LEVEL is not usable: it must be info, warn or error\./,
    ],
    [{ WASL_NODE_NAME: "a b" }, /^The setting WASL_NODE_NAME is not usable: it must be a name of letters/],
    [{ WASL_METRICS_PORT: "x" }, /^The setting WASL_METRICS_PORT is not usable: it must be a port number/],
  ] as const)
    assert.throws(() => readConfig(settings), { message: sentence });
});

test("metrics have no port unless one is set, and are then read on this machine alone", () => {
  assert.equal(readConfig({}).metrics, null);
  assert.deepEqual(readConfig({ WASL_METRICS_PORT: "9464" }).metrics, { host: "127.0.0.1", port: 9464 });
  const settings = { WASL_METRICS_PORT: "9464", WASL_METRICS_HOST: "0.0.0.0" };
  assert.deepEqual(readConfig(settings).metrics, { host: "0.0.0.0", port: 9464 });
});
