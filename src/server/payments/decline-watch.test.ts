/** A merchant's declined share: tighter limits, a pause, who is notified, and how both end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declineWatch } from "#core/limits.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { askForReference } from "#test/buyers.ts";
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

async function eventsOf(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.pool.query("select type from events where type like 'cards.%' order by id");
  return rows.map(({ type }) => type);
}

function linesOf(app: TestApp, name: string): string[] {
  return app.logLines.filter((line) => line.includes(name));
}

test("above a fifth of a hundred the limits are tighter, above two fifths cards are paused, and both end", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  await pay(app, 78);
  await decline(app, 21);
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
  assert.deepEqual([paused.statusCode, code, retryAfter], [429, "too_many_attempts", 1800], paused.body);
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
  // As if the tries of a day had been declined: the latest hundred are what is looked at.
  const orderNumber = await issueInvoice(app);
  await app.db.pool.query(
    `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, created_at)
     select 'declined' || lpad(n::text, 4, '0'), o.id, 'card', 'mpgs-cards', 'declined', o.total, 'SAR', 'token' || n, $2
     from orders o, generate_series(1, 120) n where o.order_number = $1`,
    [orderNumber, new Date(app.clock.now())],
  );
  await app.db.pool.query(
    `insert into payment_tries (attempt_id, merchant_id, order_id, kind, card_digest, created_at)
     select a.id, $1, a.order_id, 'card', lpad(a.id, 51, 'c'), a.created_at from payment_attempts a where a.id like 'declined%'`,
    [app.merchantId],
  );
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
  await pay(app, 78);
  await decline(app, 22);
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
