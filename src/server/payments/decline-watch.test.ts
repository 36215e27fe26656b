/** A merchant's declined share: tighter limits, a pause, who is notified, and how both end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declineWatch } from "#core/limits.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { askForReference } from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { cardStanding, noteTry, resumeCards, watchDeclines } from "./decline-watch.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Cards that the simulator's bank knows and asks nothing about. */
const knownCards = ["5123456789012346", "5555555555000018", "4440000042200014", "5500005555555559"] as const;

/** One payment, after the job has looked at those before it. */
async function tryCard(app: TestApp, number: string, expiry: "01/39" | "05/39"): Promise<string> {
  await watchDeclines(app.services);
  const reply = await payByCard(app, await issueInvoice(app), { number, expiry });
  return reply.statusCode === 200 ? "paid" : reply.json().code;
}

async function pay(app: TestApp, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    assert.equal(await tryCard(app, knownCards[0], "01/39"), "paid");
}

/** Declined tries, so slowly that no limit of a card or a mobile holds one back. */
async function decline(app: TestApp, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const card = knownCards[time % knownCards.length] ?? knownCards[0];
    assert.equal(await tryCard(app, card, "05/39"), "payment_declined", `${time}`);
    app.clock.advance(8 * minuteMs);
  }
}

/** As if so many cards had been tried until now, each another one. One that ended otherwise counts as a try alone. */
async function makeTries(app: TestApp, times: number, end: "declined" | "expired"): Promise<void> {
  await app.db.pool.query(
    `with made as (
       insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, created_at)
       select $3 || lpad(n::text, 5, '0'), o.id, 'card', 'mpgs-cards', $3, o.total, 'SAR', 'token' || $3 || n, $2
       from orders o, generate_series(1, $4) n where o.order_number = $1 returning id, order_id, created_at
     )
     insert into payment_tries (attempt_id, merchant_id, order_id, kind, card_digest, created_at)
     select made.id, o.merchant_id, o.id, 'card', lpad(made.id, 51, 'c'), made.created_at
     from made join orders o on o.id = made.order_id`,
    [await issueInvoice(app), new Date(app.clock.now()), end, times],
  );
}

async function eventsOf(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.pool.query("select type from events where type like 'cards.%' order by id");
  return rows.map(({ type }) => type);
}

function linesOf(app: TestApp, name: string): string[] {
  return app.logLines.filter((line) => line.includes(name));
}

test("above a fifth of a hundred the limits are tighter, above two fifths cards are paused, and both end", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  await makeTries(app, 78, "expired");
  await makeTries(app, 20, "declined");
  await decline(app, 1);
  assert.deepEqual(await eventsOf(app), [], "99 tries are no hundred");
  await decline(app, 1);
  app.clock.advance(hourMs);
  // The next try sees 22 of 100.
  assert.equal(await tryCard(app, knownCards[0], "05/39"), "payment_declined");
  assert.deepEqual(await eventsOf(app), ["cards.slowed"]);
  assert.equal(await tryCard(app, knownCards[0], "05/39"), "payment_declined");
  assert.equal(await tryCard(app, knownCards[0], "05/39"), "too_many_attempts", "two of a card, not five");
  assert.equal(await tryCard(app, knownCards[1], "01/39"), "paid", "an honest buyer");
  app.clock.advance(hourMs);
  await decline(app, 17);
  assert.ok(!(await eventsOf(app)).includes("cards.paused"));

  assert.equal(await watchDeclines(app.services), 1);
  const orderNumber = await issueInvoice(app);
  const paused = await payByCard(app, orderNumber);
  const { code, retryAfter, otherMethods, error } = paused.json();
  assert.deepEqual([paused.statusCode, code], [429, "too_many_attempts"], paused.body);
  // The clock runs meanwhile.
  assert.ok(retryAfter > 1740 && retryAfter <= 1800, `${retryAfter}`);
  assert.equal(
    error.startsWith("الدفع بالبطاقة لهذا المتجر متوقف مؤقتًا. مدة الانتظار: 30 دقيقة. يمكنك الدفع الآن عبر "),
    true,
    error,
  );
  assert.ok(otherMethods.includes("sadad") && !otherMethods.includes("amex"), otherMethods);
  assert.equal((await askForReference(app, "sadad", orderNumber)).statusCode, 200);
  assert.equal(await tryCard(app, knownCards[1], "01/39"), "too_many_attempts");
  assert.equal((await eventsOf(app)).filter((type) => type === "cards.paused").length, 1);
  const [line = "", ...more] = linesOf(app, "security.cards_paused");
  assert.match(line, /"level":"error".*"declined":4\d,"tries":100/);
  assert.deepEqual(more, []);

  app.clock.advance(declineWatch.pausedMs);
  assert.equal(
    await tryCard(app, knownCards[1], "01/39"),
    "paid",
    "the pause ended by itself, and counts again",
  );
});

test("however many processes see the share at once, the pause is one event and one line, and an operator can end it", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" }, poolSize: 12 });
  await pay(app, 1);
  // The latest hundred are what is looked at.
  await makeTries(app, 120, "declined");
  // Each with services of its own, as processes have them, and a card that was tried there.
  const processes = Array.from({ length: 8 }, () => ({ ...app.services, db: { ...app.services.db } }));
  for (const process of processes) noteTry(process, app.merchantId);
  await Promise.all(processes.map((process) => watchDeclines(process)));
  assert.equal(await tryCard(app, knownCards[0], "01/39"), "too_many_attempts");
  assert.deepEqual(await eventsOf(app), ["cards.paused"]);
  assert.equal(linesOf(app, "security.cards_paused").length, 1);
  assert.equal(await resumeCards(app.db.kysely, app.merchantId, app.clock.now()), true);
  assert.equal(await resumeCards(app.db.kysely, app.merchantId, app.clock.now()), false);
  await pay(app, 1);
});

test("one merchant's declines pause no other merchant's cards", async () => {
  await using app = await startTestApp();
  const { rows } = await app.db.pool.query(
    "insert into merchants (username, shop_name, email, phone) values ('other', 'O', 'o@x.sa', '1') returning id",
  );
  await app.db.pool.query(
    "insert into card_watches (merchant_id, paused_until, counted_from) values ($1, $2, $2)",
    [rows[0].id, new Date(app.clock.now() + hourMs)],
  );
  const standing = await app.db.kysely
    .transaction()
    .execute((trx) => cardStanding(trx, app.merchantId, app.clock.now()));
  assert.deepEqual(standing, { kind: "open" });
});

test("an alarm that could not be written down is not lost: the next look writes it", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  await makeTries(app, 78, "expired");
  await makeTries(app, 22, "declined");
  noteTry(app.services, app.merchantId);
  await app.db.pool.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on events for each row
      when (new.type like 'cards.%') execute function no_room()`);
  await assert.rejects(watchDeclines(app.services), /no space left/);
  assert.deepEqual(await eventsOf(app), []);
  await app.db.pool.query("drop function no_room cascade");
  assert.equal(await watchDeclines(app.services), 1);
  assert.deepEqual(await eventsOf(app), ["cards.slowed"]);
});

test("a bank that declines after the job has looked is looked at as well, and a try that paid is not", async () => {
  await using app = await startGatedApp({ env: { WASL_RATE_LIMITS: "true" } });
  const bank = { method: "PUT", body: /"apiOperation":"PAY"/ };
  const afterwards = async (expiry: "01/39" | "05/39") => {
    const stop = app.outward.stop(bank, "answer");
    const paying = payByCard(app, await issueInvoice(app), { expiry });
    await stop.reached;
    assert.equal(await watchDeclines(app.services), 1, "it is tried, and not answered");
    stop.letGo();
    await paying;
    return await watchDeclines(app.services);
  };
  assert.equal(await afterwards("05/39"), 1);
  assert.equal(await afterwards("01/39"), 0);
});
