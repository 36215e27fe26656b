/**
 * What cashiers and developers are shown of buyers, found by the texts themselves: each column that holds one of a buyer
 * (privacy/texts-of-buyers.ts) has a text of its own, and every call is made by every role that may.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Role } from "#core/roles.ts";
import { leaveTraces } from "#test/buyers-traces.ts";
import { type Shop, startShop } from "#test/console.ts";
import { type Answered, type Asked, answersOf, callsOf } from "#test/every-answer.ts";
import { fillShop } from "#test/isolation-things.ts";
import { merchantApiOf } from "#test/merchant-api.ts";
import { type Placed, placeSentinels } from "#test/sentinels.ts";
import { placeEvents } from "../events/place-events.ts";

/** Columns with a word of a list that no check of the column alone states: what the database refuses, and what it would take. */
const wordsOfLists = { left: ["messages.class"], refused: ["messages.kind", "messages.state"] };

/** Tables and columns whose texts no call shows. */
const shownToNone: Readonly<Record<string, readonly string[]>> = {
  "for the buyer's own pages, links and mails": [
    ...["client_email_codes", "reference_mails", "checkouts", "coupon_uses"],
    ...["messages.facts", "messages.address"],
  ],
  "keys and digests": ["messages.cause_key", "messages.address_digest", "paylink_invoices"],
  "for a repetition by the same caller": ["idempotency_keys"],
  "in the archive of evidence, which cashiers and developers do not get": ["acceptance_places"],
  "to find a buyer by; what is shown is in the body": [
    ...["invoice_drafts.shown", "invoice_drafts.client_mobile", "invoice_drafts.client_email"],
    ...["quotes.client_email", "quotes.decided_from"],
    ...["recurring_invoices.client_mobile", "recurring_invoices.client_email"],
  ],
};

const inBodies = (name: string) => [`quotes.body ${name}`, `recurring_invoices.body ${name}`];

/** What both roles read, and why. */
const readByBoth: Readonly<Record<string, readonly string[]>> = {
  "the shop's own words for what it sells, asks and agrees": [
    ...["lines.title", "agreement.title", "agreement.text"].flatMap(inBodies),
    ...["recurring_invoices.name", "orders.answers label.ar"],
  ],
  "masked before it is kept": ["messages.masked_address"],
  "the provider's words": ["messages.provider_id", "messages.code"],
};

/** What each reads, and why (seen-by-role.ts); a place may name the one call that shows it. */
const readBy: Readonly<Record<"cashier" | "developer", Readonly<Record<string, readonly string[]>>>> = {
  cashier: {
    ...readByBoth,
    "by their names buyers are called": [
      ...["clients.name", "clients.legal_name", "payment_attempts.client_name", "quotes.client_name"],
      ...["recurring_invoices.client_name", "invoice_drafts.body client.name", ...inBodies("client.name")],
    ],
    "what a buyer has written, and what the shop has answered": [
      ...["orders.answers answer.ar", "orders.answers answer.en"],
      ...["return_requests.words", "return_requests.answer"],
    ],
    "the city alone": ["clients.address_city", "payment_attempts.shipment_city"],
    "recorded at the counter": ["payments_by_hand.reference", "payments_by_hand.note"],
    "on the paper that is handed over to the buyer": ["clients.address", "clients.vat_number"].map(
      (place) => `${place} GET /api/v1/invoices/:orderNumber/pdf`,
    ),
  },
  developer: readByBoth,
};

/** Calls that answer with pictures alone: codes of addresses, and what the shop has uploaded. */
const pictures = [
  "GET /api/v1/invoices/:orderNumber/qr",
  "GET /api/v1/images/:imageId",
  "GET /api/v1/product-links/:linkIdentity/qr",
];

/** Changes that are refused after those before them in the table of rights: an invoice is cancelled, a draft emptied, a quote accepted. */
const refusedChanges: Readonly<Record<"cashier" | "developer", readonly string[]>> = {
  cashier: [
    ...["page", "issue"].map((name) => `POST /api/v1/invoice-drafts/:draftId/${name}`),
    "POST /api/v1/invoices/:orderNumber/payments",
    ...["withdraw", "messages"].map((name) => `POST /api/v1/quotes/:quoteNumber/${name}`),
    ...["deliveries", "messages"].map((name) => `POST /api/v1/invoices/:orderNumber/${name}`),
    "POST /api/v1/clients/:clientId/merge",
  ],
  // The key of the shop may more than a developer.
  developer: ["POST /api/v1/keys/:keyId/exchange"],
};

let shop: Shop;
let asked: Asked;
let placed: Placed;

before(async () => {
  shop = await startShop();
  const api = merchantApiOf(shop);
  const things = await fillShop(api);
  await leaveTraces(shop, things);
  placed = await placeSentinels(shop.db.pool, wordsOfLists.left);
  const ids = async (statement: string) =>
    (await shop.db.pool.query<{ id: string }>(statement)).rows.map(({ id }) => id);
  // Events of after that: what an event keeps of its invoice is in them.
  for (const number of await ids(
    "select order_number as id from orders where status = 'CREATED' and source = 'api'",
  )) {
    const given = { body: { note: "-" }, headers: { "if-match": "*" } };
    assert.equal((await api.call("PATCH", `/api/v1/invoices/${number}`, given)).statusCode, 200);
  }
  await placeEvents(shop.services);
  const needle = (wanted: string) => placed.sentinels.find(({ place }) => place === wanted)?.needle ?? wanted;
  asked = {
    things,
    several: {
      orderNumber: await ids("select order_number as id from orders"),
      clientId: await ids("select id from clients"),
      paymentId: await ids("select id from payment_attempts"),
    },
    searched: [
      needle("clients.name"),
      ...["clients.mobile", "payment_attempts.client_mobile"].map((place) => `0${needle(place)}`),
    ],
  };
  await shop.app.listen({ host: "127.0.0.1", port: 0 });
});
after(async () => {
  shop?.app.server.closeAllConnections();
  await shop?.[Symbol.asyncDispose]();
});

type Walk = {
  /** Each text with a call that shows it: `clients.name GET /api/v1/clients`. */
  readonly shown: readonly string[];
  /** Calls that answered none of its requests. */
  readonly silent: readonly string[];
  readonly withoutText: readonly string[];
};

async function walk(role: Role, kind: "read" | "change"): Promise<Walk> {
  const person = { shop, role, cookie: await shop.signIn(await shop.addPerson(role)) };
  const answers: Answered[] = [];
  const silent: string[] = [];
  for (const call of callsOf(role, kind)) {
    const own = await answersOf(person, call, asked);
    if (own.length === 0) silent.push(call);
    answers.push(...own);
  }
  const shown = answers.flatMap(({ call, text }) =>
    placed.sentinels.flatMap(({ place, needle }) => (text?.includes(needle) ? [`${place} ${call}`] : [])),
  );
  const pictured = answers.flatMap(({ call, text }) => (text === null ? [call] : []));
  return { shown: [...new Set(shown)], silent, withoutText: [...new Set(pictured)] };
}

/** Whether a place of a list covers what is shown: the whole table, a column, a part of one, or one call alone. */
const covers = (listed: string) => (shown: string) =>
  shown === listed || shown.startsWith(`${listed} `) || shown.startsWith(`${listed}.`);

const leaks = ({ shown }: Walk, role: keyof typeof readBy) => {
  const allowed = Object.values(readBy[role]).flat().map(covers);
  return shown.filter((one) => !allowed.some((isCovered) => isCovered(one)));
};

/** What to do about columns that take no text. */
function waysOut(refused: Placed["refused"]): string {
  const unlisted = refused.filter(({ column }) => !wordsOfLists.refused.includes(column));
  const filled = wordsOfLists.refused.filter((listed) => refused.every(({ column }) => column !== listed));
  return [
    ...unlisted.map(({ column, by }) => `${column}: ${by}`),
    "One of three: test/sentinels.ts gives it a value that its check takes; privacy/texts-of-buyers.ts gives the column another fate, where it holds no",
    "text of a buyer; or test/buyers-traces.ts makes what may have such a text, such as an order in the status that the check asks for.",
    ...filled.map((column) => `${column} takes a text by now: take it out of wordsOfLists`),
  ].join("\n");
}

test("each column that holds a text of a buyer takes one of its own, but for words of lists", () => {
  const columns = placed.refused.map(({ column }) => column);
  assert.deepEqual(columns.toSorted(), wordsOfLists.refused.toSorted(), waysOut(placed.refused));
});

test("a column that takes no text is named with the check that refused it, and with the ways out", () => {
  for (const { column, by } of placed.refused) assert.match(by, /check constraint "\w+"$/, column);
  const said = waysOut([
    { column: "orders.answers", by: 'new row violates check constraint "answers_of_links"' },
  ]);
  for (const part of [
    "orders.answers: ",
    "answers_of_links",
    "sentinels.ts",
    "texts-of-buyers.ts",
    "buyers-traces.ts",
  ])
    assert.ok(said.includes(part), part);
});

test("an owner is shown each of the texts, but for those that no call shows", async () => {
  const { shown, silent } = await walk("owner", "read");
  // A shop without a unit of the tax authority's has no XML.
  assert.deepEqual(silent, ["GET /api/v1/tax-documents/:number/xml"]);
  const unseen = placed.sentinels.flatMap(({ place }) => (shown.some(covers(place)) ? [] : [place]));
  const known = Object.values(shownToNone).flat();
  assert.deepEqual(
    unseen.filter((place) => !known.some((listed) => covers(listed)(place))),
    [],
    "no call shows it to the owner: add it to shownToNone, or have a thing that has it made in test/buyers-traces.ts",
  );
  assert.deepEqual(
    known.filter((listed) => !unseen.some(covers(listed))),
    [],
    "a call shows it",
  );
});

for (const role of ["cashier", "developer"] as const) {
  test(`a ${role} is shown no text of a buyer by any call that reads, but for what the role is meant to read`, async () => {
    const seen = await walk(role, "read");
    assert.deepEqual(seen.silent, []);
    assert.deepEqual(seen.withoutText, pictures);
    assert.deepEqual(leaks(seen, role), [], "hide it in seen-by-role.ts, or say here why the role reads it");
    const unread = Object.values(readBy[role])
      .flat()
      .filter((listed) => !seen.shown.some(covers(listed)));
    assert.deepEqual(unread, [], "listed, and shown by no call");
  });
}

// Last, since they change what there is to read.
for (const role of ["cashier", "developer"] as const)
  test(`a ${role} is shown no more by the answer to a change`, async () => {
    const seen = await walk(role, "change");
    assert.deepEqual(
      seen.silent,
      refusedChanges[role],
      "calls that succeeded on no order of the test, in the order of scopes.ts: one may have changed what the next needs",
    );
    assert.deepEqual(leaks(seen, role), []);
  });
