import assert from "node:assert/strict";
import { test } from "node:test";
import { pageHeaders } from "./page-headers.ts";

const noSources = { gatewayScripts: [], frameOrigins: [], talksTo: [] };
const scriptAt = (address: string) => ({ sources: { ...noSources, gatewayScripts: [address] } });

/** Directives of the policy by name. */
function policyOf(facts: Partial<Parameters<typeof pageHeaders>[0]> = {}): Record<string, string> {
  const headers = pageHeaders({
    nonce: "N",
    framing: "none",
    sources: noSources,
    connectOrigins: [],
    ...facts,
  });
  const directives = (headers["content-security-policy"] ?? "").split("; ");
  return Object.fromEntries(
    directives.map((text) => [text.split(" ", 1)[0] ?? "", text.replace(/^\S+ /, "")]),
  );
}

test("a page lets in nothing that is not ours", () => {
  assert.deepEqual(policyOf(), {
    "default-src": "'none'",
    "script-src": "'self' 'nonce-N'",
    "style-src": "'self' 'nonce-N'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'none'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    "report-uri": "/csp-report",
    "report-to": "csp",
  });
});

test("the address of a script cannot add a rule to the policy, and leaves Trusted Types to its owner", () => {
  const policy = policyOf(scriptAt("https://gateway.example/a;script-src%20*,b/session.js"));
  assert.equal(
    policy["script-src"],
    "'self' 'nonce-N' https://gateway.example/a%3Bscript-src%20*%2Cb/session.js",
  );
  assert.equal(policy["require-trusted-types-for"], undefined);
});

test("the card gateway gets its script and its frames, and nothing more", () => {
  const policy = policyOf(scriptAt("https://gateway.example/form/session.js?v=1"));
  assert.equal(policy["script-src"], "'self' 'nonce-N' https://gateway.example/form/session.js");
  assert.equal(policy["frame-src"], "https://gateway.example");
  assert.equal(policy["connect-src"], "'self'");
});

test("a page that may stand in a frame gets no script of ours to run and no connection", () => {
  const policy = policyOf({ sources: { ...noSources, frameOrigins: ["https://provider.example"] } });
  assert.equal(policy["frame-src"], "https://provider.example");
  assert.equal(policy["script-src"], "'self' 'nonce-N'");
  assert.equal(policy["connect-src"], "'self'");
});

test("fonts come from us, and from where the operator allows themes to load them", () => {
  const policy = policyOf({ fontOrigins: ["https://fonts.example"] });
  assert.equal(policy["font-src"], "'self' https://fonts.example");
  assert.equal(policy["style-src"], "'self' 'nonce-N'");
});

test("where Google's script draws, its styles and its picture are let in, and no script more", () => {
  const policy = policyOf({
    hasForeignDrawing: true,
    ...scriptAt("https://pay.google.com/gp/p/js/pay.js"),
  });
  assert.equal(policy["style-src"], "'self' 'unsafe-inline'");
  assert.equal(policy["img-src"], "'self' data: https://www.gstatic.com");
  assert.equal(policy["script-src"], "'self' 'nonce-N' https://pay.google.com/gp/p/js/pay.js");
});

test("a wallet's script talks to the servers that its account names, asks for the browser's payment sheet, and adds no rule", () => {
  const talksTo = ["https://wallet.example/pay;script-src%20*", "https://api.wallet.example"];
  const facts = { sources: { ...noSources, talksTo } };
  assert.equal(
    policyOf(facts)["connect-src"],
    "'self' https://wallet.example/pay%3Bscript-src%20* https://api.wallet.example",
  );
  const permissions = (given: typeof facts) =>
    pageHeaders({ nonce: "N", framing: "none", connectOrigins: [], ...given })["permissions-policy"] ?? "";
  assert.match(
    permissions(facts),
    /payment=\(self "https:\/\/wallet\.example" "https:\/\/api\.wallet\.example"\)/,
  );
  assert.match(permissions({ sources: { ...noSources, talksTo: [] } }), /payment=\(self\)/);
});

test("results may be framed by our own pages", () => {
  assert.equal(policyOf({ framing: "self" })["frame-ancestors"], "'self'");
});

test("pages are not kept, not sniffed, and do not tell other sites their path", () => {
  const headers = pageHeaders({ nonce: "N", framing: "none", sources: noSources, connectOrigins: [] });
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "strict-origin");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin-allow-popups");
  assert.match(headers["permissions-policy"] ?? "", /camera=\(\).*geolocation=\(\)/);
});

test("a page asks where the buyer is only where the list of pages says so", () => {
  const facts = { nonce: "N", framing: "none", sources: noSources, connectOrigins: [] } as const;
  assert.match(pageHeaders(facts)["permissions-policy"] ?? "", /geolocation=\(\)/);
  assert.match(
    pageHeaders({ ...facts, mayLocate: true })["permissions-policy"] ?? "",
    /geolocation=\(self\)/,
  );
});

test("a merchant's frame may be shown by the origins that were registered, and by no site without any", () => {
  const origins = ["https://shop.example", "https://www.shop.example"];
  assert.equal(
    policyOf({ framing: origins })["frame-ancestors"],
    "https://shop.example https://www.shop.example",
  );
  assert.equal(policyOf({ framing: "any" })["frame-ancestors"], "*");
  assert.equal(policyOf({ framing: [] })["frame-ancestors"], "'none'");
});

test("the old header says the same as the policy, and nothing where it cannot", () => {
  const facts = { nonce: "N", sources: noSources, connectOrigins: [] } as const;
  for (const [framing, expected] of [
    ["none", "DENY"],
    ["self", "SAMEORIGIN"],
    [[], "DENY"],
    [["https://shop.example"], undefined],
    ["any", undefined],
  ] as const) {
    assert.equal(pageHeaders({ ...facts, framing })["x-frame-options"], expected, JSON.stringify(framing));
  }
});
