import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { routes } from "#web/routes.ts";

const number = "7K3M9X2PQR4T5V6W";

const reports = [
  {
    type: "application/csp-report",
    body: {
      "csp-report": {
        "document-uri": `https://pay.example/pay/info/${number}?signature=word`,
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/skimmer.js?to=4508750015741019",
        "script-sample": "steal()",
      },
    },
  },
  {
    type: "application/reports+json",
    body: [
      {
        type: "csp-violation",
        body: {
          documentURL: `https://pay.example/pay/info/${number}?signature=word`,
          effectiveDirective: "script-src-elem",
          blockedURL: "https://evil.example/skimmer.js?to=4508750015741019",
          sample: "steal()",
        },
      },
      { type: "deprecation", body: {} },
    ],
  },
];

/** The addresses of the pages, as the built ones have them. */
function mountAddresses({ app }: TestApp): void {
  for (const { path } of routes) app.get(path, () => "");
}

test("a report of any page names its kind, without the number in its address; one of elsewhere is of another kind", async () => {
  await using shop = await startTestApp();
  mountAddresses(shop);
  const paths = routes.map(({ path }) => path.replace(/:\w+/, number));
  for (const path of [...paths, `/elsewhere/${number}`]) {
    // The log takes a few in a minute.
    shop.clock.advance(60_000);
    await shop.app.inject({
      method: "POST",
      url: "/csp-report",
      headers: { "content-type": "application/csp-report" },
      payload: JSON.stringify({
        "csp-report": { "document-uri": `https://pay.example${path}?signature=word` },
      }),
    });
  }
  const lines = shop.logLines.filter((line) => line.includes("security.csp"));
  const kinds = routes.map(({ path }) => path.replace(/\/:\w+$/, ""));
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).page),
    [...kinds, "other"],
  );
});

for (const { type, body } of reports) {
  test(`a report (${type}) is one line that names site, rule and kind of page, and no person`, async () => {
    await using shop = await startTestApp();
    mountAddresses(shop);
    const reply = await shop.app.inject({
      method: "POST",
      url: "/csp-report",
      headers: { "content-type": type },
      payload: JSON.stringify(body),
    });
    assert.equal(reply.statusCode, 204);
    const lines = shop.logLines.filter((line) => line.includes("security.csp"));
    assert.equal(lines.length, 1);
    const { directive, blocked, page, level } = JSON.parse(lines[0] ?? "");
    assert.deepEqual(
      { directive, blocked, page, level },
      { directive: "script-src-elem", blocked: "https://evil.example", page: "/pay/info", level: "warn" },
    );
    assert.doesNotMatch(shop.logLines.join(), new RegExp(`${number}|skimmer|steal|signature=`));
  });
}

test("what is no report leaves no line, and is answered alike", async () => {
  await using shop = await startTestApp();
  for (const payload of [
    "",
    "{}",
    "[]",
    "null",
    "no JSON",
    '{"csp-report":7}',
    '[{"type":"csp-violation"}]',
  ]) {
    const headers = { "content-type": "application/csp-report" };
    const reply = await shop.app.inject({ method: "POST", url: "/csp-report", headers, payload });
    assert.equal(reply.statusCode, 204, payload);
  }
  assert.deepEqual(
    shop.logLines.filter((line) => line.includes("security.csp")),
    [],
  );
});

test("a flood of reports is bounded: in one message, in size, and in lines", async () => {
  await using shop = await startTestApp();
  const one = { type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: "data" } };
  const send = async (payload: string) =>
    await shop.app.inject({
      method: "POST",
      url: "/csp-report",
      headers: { "content-type": "application/reports+json" },
      payload,
    });
  for (let i = 0; i < 20; i += 1) await send(JSON.stringify(Array.from({ length: 50 }, () => one)));
  assert.equal(shop.logLines.filter((line) => line.includes('"security.csp"')).length, 10);
  assert.equal((await send("x".repeat(20_000))).statusCode, 413);
});

test("an address that floods us with reports has to wait, and a browser's own few are taken", async () => {
  await using shop = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const send = async (remoteAddress: string) =>
    await shop.app.inject({
      method: "POST",
      url: "/csp-report",
      remoteAddress,
      headers: { "content-type": "application/csp-report" },
      payload: '{"csp-report":{"effective-directive":"img-src","blocked-uri":"inline"}}',
    });
  const statuses: number[] = [];
  for (let i = 0; i < limits.reportsPerMinute + 1; i += 1)
    statuses.push((await send("203.0.113.7")).statusCode);
  assert.equal(statuses.at(-2), 204);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await send("203.0.113.8")).statusCode, 204, "another address is heard");
  shop.clock.advance(60_000);
  assert.equal((await send("203.0.113.7")).statusCode, 204);
});

test("what a report calls its rule is the browsers' word or none: a sender cannot fill the log with names of its own", async () => {
  await using shop = await startTestApp();
  for (let i = 0; i < 300; i += 1) {
    const rule = `made-up-${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`;
    await shop.app.inject({
      method: "POST",
      url: "/csp-report",
      headers: { "content-type": "application/csp-report" },
      payload: JSON.stringify({ "csp-report": { "effective-directive": rule } }),
    });
  }
  const told = shop.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security.csp");
  assert.equal(told.length, 10);
  assert.deepEqual([...new Set(told.map(({ directive }) => directive))], ["unknown"]);
});
