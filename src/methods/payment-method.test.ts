/** What a provider may be: what must not compile does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Outcome, startedBy } from "#core/outcome.ts";
import type { MethodServer } from "./method-server.ts";
import type { PaymentMethod, PaymentProvider, ProviderOf } from "./payment-method.ts";
import { stcpay } from "./stcpay/method.ts";
import { urpay } from "./urpay/method.ts";

const redirect: Outcome & { kind: "redirect" } = {
  kind: "redirect",
  url: "https://x.example/",
  reference: "1",
};

const check = async (): Promise<Outcome> => ({ kind: "pending" });

test("a start is never pending: there is no flow for an approval in a bank's app", () => {
  // @ts-expect-error a start without a way on for the buyer
  const provider: PaymentProvider = { id: "x", check, start: async () => ({ kind: "pending" }) };
  assert.equal(provider.id, "x");
});

const pageOrigins = ["https://x.example"];

test("a provider whose start may lead to a page of its own says where that is, and how long a buyer may take there", () => {
  // @ts-expect-error without a time the buyer would have ten minutes, that of a card's bank
  const timeless: PaymentProvider = { id: "x", check, start: async () => redirect, pageOrigins };
  // @ts-expect-error without its place no buyer would be sent there
  const placeless: PaymentProvider = { id: "x", check, start: async () => redirect, awaitingLifetimeMs: 1 };
  const stated: PaymentProvider = {
    ...placeless,
    start: async () => redirect,
    pageOrigins,
    awaitingLifetimeMs: 1,
  };
  const own: PaymentProvider = { id: "x", check, start: async () => ({ kind: "not_sent", why: "busy" }) };
  assert.deepEqual([stated.awaitingLifetimeMs, own.awaitingLifetimeMs], [1, undefined]);
  assert.deepEqual([timeless.pageOrigins, own.pageOrigins], [pageOrigins, undefined]);
});

test("a wallet with a code whose start may lead to a page of the provider says so, and has no frame", () => {
  const leadsAway = { id: "x", check, start: async () => redirect, pageOrigins, awaitingLifetimeMs: 1 };
  const stated: ProviderOf<typeof urpay> = leadsAway;
  // @ts-expect-error the method does not say so
  const unstated: ProviderOf<typeof stcpay> = leadsAway;
  // @ts-expect-error nor does its server
  const create: MethodServer["createProvider"] = () => leadsAway;
  // @ts-expect-error a page that may not be framed would be blank, with no way back
  const framed: PaymentMethod = { ...urpay, pages: ["info", "frame"] };
  const plain: PaymentMethod = { ...stcpay, pages: ["info", "frame"] };
  assert.ok(stated === unstated && create.length === 0 && framed.flow === plain.flow);
});

test("a payment with a one-time code is never ready: the core would confirm it without the code", () => {
  const sent: Outcome & { kind: "otp_sent" } = {
    kind: "otp_sent",
    reference: "1",
    mobileEnd: "22",
    codeExpiresAt: null,
  };
  const ready: Outcome & { kind: "ready" } = { kind: "ready", reference: "1" };
  const asks = async () => sent;
  const isReady = async () => ready;
  // @ts-expect-error `check` says that nothing is left to do, and a code is
  const checked: PaymentProvider = { id: "x", start: asks, check: isReady };
  // @ts-expect-error the same of a start that gives one or the other
  const started: PaymentProvider = { id: "x", start: async () => (checked.id ? sent : ready), check };
  const code: PaymentProvider = { id: "x", start: asks, check: async () => ({ kind: "pending" }) };
  const card: PaymentProvider = { id: "x", start: isReady, check: isReady };
  assert.deepEqual([checked.id, started.id, code.id, card.id], ["x", "x", "x", "x"]);
});

test("a start that is read as a question's answer is unknown without one of its ways on, and keeps what decides", () => {
  const data = { sessionId: "s" };
  const issued: Outcome = { kind: "reference_issued", reference: "1", details: {}, expiresAt: null };
  assert.deepEqual(startedBy(["reference_issued"], issued), issued);
  assert.equal(startedBy(["ready"], issued).kind, "unknown");
  assert.deepEqual(startedBy(["ready"], { kind: "pending", reference: "1", data }), {
    kind: "unknown",
    why: "started, and pending",
    data,
  });
  for (const outcome of [
    { kind: "declined", reason: "other" },
    { kind: "closed", as: "expired" },
    { kind: "not_sent", why: "busy" },
    { kind: "unknown", why: "timeout", data },
  ] as const satisfies readonly Outcome[])
    assert.deepEqual(startedBy(["ready"], outcome), outcome);
});
