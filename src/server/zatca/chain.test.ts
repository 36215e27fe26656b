/** Documents of merchants in phase 2: stamped where they are issued, in a chain that nothing breaks. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Kysely } from "kysely";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { minor } from "#core/money.ts";
import { decodeTaxQr } from "#core/tax/tax-qr.ts";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import { submissionMoves, unitMoves } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import {
  insertMerchant,
  insertOrder,
  type OrderInput,
  payOrder,
  testSealing as sealing,
  type TestOrder,
} from "#test/document-fixtures.ts";
import { acceptAll, certify, newUnitStamp, startPhase2 } from "#test/e-invoice-authority.ts";
import { until } from "#test/until.ts";
import type { TaxDocument } from "../documents/tax-document-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { issueCreditNote } from "../tax-documents/credit-notes.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";
import { certifyUnit, createUnit, moveUnit } from "./unit-store.ts";

let database: TestDatabase;
let db: Kysely<Schema>;

before(async () => {
  database = await createTestDatabase({ poolSize: 62 });
  db = database.kysely;
});
after(() => database[Symbol.asyncDispose]());

const merchantInPhase2 = async () => await startPhase2(db, sealing, await insertMerchant(db));

/** Pays an order and issues its invoice in one transaction, as settling does; `fail` undoes it at the end. */
async function settle(order: TestOrder, { fail = false } = {}): Promise<TaxDocument> {
  const at = new Date();
  return await db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    await payOrder(trx, order, { at });
    const invoice = await issueTaxInvoice(trx, { orderId: order.id, at, sealing });
    if (fail) throw new Error("undone");
    assert.ok(invoice);
    return invoice;
  });
}

async function credit(order: TestOrder, amount: number, refundKey: string): Promise<TaxDocument> {
  return await db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    const refund = { orderId: order.id, refundAmount: minor(amount), refundKey, reason: null };
    const note = await issueCreditNote(trx, { ...refund, at: new Date(), sealing });
    assert.ok(note, "the note waits for its invoice");
    return note;
  });
}

const paid = async (merchantId: number, input?: OrderInput) =>
  await settle(await insertOrder(db, merchantId, input));

async function chainOf(unitId: number) {
  return await db
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_submissions as s", "s.document_id", "e.document_id")
    .selectAll("e")
    .select(["s.way", "s.state", "s.deadline_at"])
    .where("e.unit_id", "=", unitId)
    .orderBy("e.icv")
    .execute();
}

/** Whether a transaction of this database stands in line for a lock. */
async function isAnyoneWaiting(): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

const unitOf = async (id: number) =>
  await db.selectFrom("egs_units").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Hash of what the authority's transforms leave of a stored file, and the places in the chain that it states. */
function readFile(xml: string) {
  const document = XmlDocument.fromString(xml);
  const namespaces = {
    i: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
    cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
    xades: "http://uri.etsi.org/01903/v1.3.2#",
  };
  const reference = (id: string, path: string): string =>
    document.get(`//cac:AdditionalDocumentReference[cbc:ID='${id}']//cbc:${path}`, namespaces)?.content ?? "";
  try {
    const stated = {
      number: document.get("/i:Invoice/cbc:ID", namespaces)?.content,
      uuid: document.get("/i:Invoice/cbc:UUID", namespaces)?.content,
      icv: Number(reference("ICV", "UUID")),
      previousHash: reference("PIH", "EmbeddedDocumentBinaryObject"),
      qr: reference("QR", "EmbeddedDocumentBinaryObject"),
    };
    const text = (path: string) => document.get(path, namespaces)?.content;
    const times = {
      issued: `${text("/i:Invoice/cbc:IssueDate")}T${text("/i:Invoice/cbc:IssueTime")}`,
      signed: text("//xades:SigningTime"),
    };
    for (const path of ["ext:UBLExtensions", "cac:Signature", "cac:AdditionalDocumentReference[cbc:ID='QR']"])
      for (const node of document.find(`/i:Invoice/${path}`, namespaces)) node.remove();
    const canonical = document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
    return { ...stated, times, hash: createHash("sha256").update(canonical).digest("base64") };
  } finally {
    document.dispose();
  }
}

/** Every file is what its row says, and follows the one before. */
async function assertUnbroken(unitId: number, length: number): Promise<void> {
  const chain = await chainOf(unitId);
  assert.deepEqual(
    chain.map(({ icv }) => icv),
    Array.from({ length }, (_, index) => index + 1),
  );
  let previousHash = firstPreviousHash;
  for (const { icv, uuid, hash, previous_hash, xml } of chain) {
    const { number: _number, qr: _qr, times: _times, ...file } = readFile(xml);
    assert.deepEqual(file, { uuid, icv, previousHash, hash });
    assert.equal(previous_hash, previousHash);
    previousHash = hash;
  }
  const unit = await unitOf(unitId);
  assert.deepEqual([unit.icv, unit.last_hash], [length, previousHash]);
}

describe("in phase 2", () => {
  test("an invoice is stamped with its number and its QR code, and is to be reported within a day", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    const invoice = await paid(merchantId);
    const [envelope] = await chainOf(unitId);
    assert.ok(envelope);
    const file = readFile(envelope.xml);
    assert.deepEqual([file.number, file.qr], [invoice.number, invoice.qr]);
    assert.equal(decodeTaxQr(invoice.qr), null, "it has more than five tags");
    assert.deepEqual([envelope.way, envelope.state], ["report", "due"]);
    assert.equal(envelope.deadline_at?.getTime(), invoice.issuedAt + 24 * 60 * 60_000);
    await assertUnbroken(unitId, 1);
  });

  test("an invoice states Riyadh's time for its issue and for its stamp", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    const { issuedAt } = await paid(merchantId);
    const [envelope] = await chainOf(unitId);
    const inRiyadh = new Date(issuedAt + 3 * 60 * 60_000)
      .toISOString()
      .slice(0, "2026-11-20T02:05:09".length);
    assert.deepEqual(envelope && readFile(envelope.xml).times, { issued: inRiyadh, signed: inRiyadh });
  });

  test("an invoice and a credit note at the same time wait for each other, and both are stamped", async () => {
    const unit = await merchantInPhase2();
    const { merchantId, unitId } = unit;
    const [credited, bought] = [await insertOrder(db, merchantId), await insertOrder(db, merchantId)];
    await settle(credited);
    await acceptAll(db, unit);
    const note = await db.transaction().execute(async (trx) => {
      await lockOrder(trx, bought.id);
      const at = new Date();
      await payOrder(trx, bought, { at });
      await issueTaxInvoice(trx, { orderId: bought.id, at, sealing });
      // Numbers of notes are a series of their own: nothing but the unit holds this one back.
      const waiting = credit(credited, 1_000, "r1").catch((error: unknown) => error);
      await until(isAnyoneWaiting);
      return { waiting };
    });
    assert.partialDeepStrictEqual(await note.waiting, { kind: "credit_note" });
    await assertUnbroken(unitId, 3);
  });

  test("credit notes stand in the same chain as invoices, and standard documents are to be cleared", async () => {
    const unit = await merchantInPhase2();
    const { merchantId, unitId } = unit;
    const order = await insertOrder(db, merchantId, {
      client: { vatNumber: "399999999800003", address: "Riyadh" },
    });
    await settle(order);
    await assert.rejects(credit(order, 1_000, "r0"), /the note waits/);
    await acceptAll(db, unit);
    await credit(order, 1_000, "r1");
    await paid(merchantId);
    await credit(order, order.priced.total - 1_000, "r2");
    await assertUnbroken(unitId, 4);
    assert.deepEqual(
      (await chainOf(unitId)).map(({ way, deadline_at }) => [way, deadline_at === null]),
      [
        ["clear", true],
        ["clear", true],
        ["report", false],
        ["clear", true],
      ],
    );
  });

  test("fifty payments at once, and ten that are undone between them, make one unbroken chain in the order of the numbers", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    const orders = [];
    for (let count = 0; count < 60; count += 1) orders.push(await insertOrder(db, merchantId));
    const payments = orders.map(async (order, index) => {
      if (index % 6 === 5) await assert.rejects(settle(order, { fail: true }), /undone/);
      else await settle(order);
    });
    await Promise.all(payments);
    await assertUnbroken(unitId, 50);
    const numbers = (await chainOf(unitId)).map(({ xml }) => readFile(xml).number);
    assert.deepEqual(numbers, numbers.toSorted());
    assert.equal(numbers.at(-1), "INV-000050");
  });

  test("a payment that is undone leaves no gap", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    const order = await insertOrder(db, merchantId);
    await assert.rejects(settle(order, { fail: true }), /undone/);
    assert.deepEqual(await chainOf(unitId), []);
    assert.equal((await settle(order)).number, "INV-000001");
    await assertUnbroken(unitId, 1);
  });

  test("a unit that was stopped continues stamping; one that was retired no longer stamps", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    await db.transaction().execute((trx) => moveUnit(trx, { merchantId, unitId }, "stopped"));
    await paid(merchantId);
    await assertUnbroken(unitId, 1);
    await db.transaction().execute((trx) => moveUnit(trx, { merchantId, unitId }, "retired"));
    assert.ok(decodeTaxQr((await paid(merchantId)).qr));
    await assertUnbroken(unitId, 1);
  });

  test("a merchant without a unit that stamps has documents as before", async () => {
    const merchantId = await insertMerchant(db);
    await db.transaction().execute((trx) => createUnit(trx, sealing, { merchantId, environment: "sandbox" }));
    const invoice = await paid(merchantId);
    assert.ok(decodeTaxQr(invoice.qr));
    const envelope = db.selectFrom("tax_envelopes").selectAll().where("document_id", "=", invoice.id);
    assert.deepEqual(await envelope.execute(), []);
  });
});

describe("a unit", () => {
  test("keeps its key and its credentials sealed", async () => {
    const { unitId } = await merchantInPhase2();
    const { sealed_key, sealed_credentials } = await unitOf(unitId);
    assert.ok(sealing.isCurrent(sealed_key) && sealed_credentials && sealing.isCurrent(sealed_credentials));
    assert.ok(!sealed_key.toString("latin1").includes("PRIVATE KEY"));
  });

  test("takes no certificate of another key", async () => {
    const merchantId = await insertMerchant(db);
    const certificate = certify(newUnitStamp().key);
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        const unit = await createUnit(trx, sealing, { merchantId, environment: "sandbox" });
        const credentials = { token: "t", secret: "s" };
        await certifyUnit(trx, sealing, { ...unit, certificate, credentials });
      }),
      /not of the key/,
    );
  });
});

/** What the database says to a statement; null when it takes it. Undone in any case. */
async function refusal(statement: string, ...values: readonly unknown[]): Promise<string | null> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(statement, [...values]);
    await client.query("set constraints all immediate");
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("the database", () => {
  const checkViolation = "23514";
  const uniqueViolation = "23505";
  const foreignKeyViolation = "23503";
  const insertEnvelope = `insert into tax_envelopes (merchant_id, document_id, unit_id, uuid, icv, previous_hash, hash, xml)
    values ($1, $2, $3, gen_random_uuid(), $4, $5, 'z5F9qsS6oWyDhehD8u8S0DaxV+2CUiUz9Y+UsR61JgQ=', '<x></x>')`;

  test("takes as next in a chain only what follows the last one, with its submission", async () => {
    const merchantId = await insertMerchant(db);
    const plain = await paid(merchantId);
    const { unitId } = await startPhase2(db, sealing, merchantId);
    await paid(merchantId);
    const { last_hash } = await unitOf(unitId);
    const add = (...values: readonly unknown[]) =>
      refusal(insertEnvelope, merchantId, plain.id, unitId, ...values);
    assert.equal(await add(3, last_hash), checkViolation, "a gap");
    assert.equal(await add(1, firstPreviousHash), uniqueViolation, "a fork");
    assert.equal(await add(2, firstPreviousHash), checkViolation, "another hash before");
    assert.equal(await add(2, last_hash), checkViolation, "nothing to be sent");
    const whole = `with e as (${insertEnvelope} returning merchant_id, document_id)
      insert into tax_submissions (merchant_id, document_id, way) select merchant_id, document_id, 'clear' from e`;
    assert.equal(await refusal(whole, merchantId, plain.id, unitId, 2, last_hash), null);
    const stranger = await merchantInPhase2();
    assert.equal(
      await refusal(whole, stranger.merchantId, plain.id, stranger.unitId, 1, firstPreviousHash),
      foreignKeyViolation,
      "of another merchant",
    );
  });

  test("moves no chain by itself, and forgets and changes nothing of one", async () => {
    const { merchantId, unitId } = await merchantInPhase2();
    await paid(merchantId);
    for (const change of [
      "icv = 0",
      "icv = 2",
      `last_hash = '${firstPreviousHash}'`,
      "serial = gen_random_uuid()",
    ])
      assert.equal(
        await refusal(`update egs_units set ${change} where id = $1`, unitId),
        checkViolation,
        change,
      );
    for (const statement of [
      "update tax_envelopes set xml = '<x></x>' where unit_id = $1",
      "delete from tax_envelopes where unit_id = $1",
      "delete from egs_units where id = $1",
      "delete from tax_submissions where document_id in (select document_id from tax_envelopes where unit_id = $1)",
    ])
      assert.notEqual(await refusal(statement, unitId), null, statement);
  });

  test("lets one unit of a merchant stamp, and none without a certificate", async () => {
    const { merchantId } = await merchantInPhase2();
    const activate = "update egs_units set state = 'active' where id = $1";
    const { unitId: id } = await db
      .transaction()
      .execute((trx) => createUnit(trx, sealing, { merchantId, environment: "sandbox" }));
    assert.equal(await refusal(activate, id), checkViolation);
    assert.equal(
      await refusal(
        `update egs_units set state = 'active', certificate = 'MII=', not_after = now(), sealed_credentials = sealed_key
          where id = $1`,
        id,
      ),
      uniqueViolation,
    );
  });

  test("knows the moves of units and submissions that the program knows, and no others", async () => {
    for (const [table, moves] of [
      ["egs_unit_moves", unitMoves],
      ["tax_submission_moves", submissionMoves],
    ] as const) {
      const { rows } = await database.pool.query(`select from_state, to_state from ${table}`);
      const known = rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`);
      const ours = Object.entries<readonly string[]>(moves).flatMap(([from, all]) =>
        all.map((to) => `${from} ${to}`),
      );
      assert.deepEqual(known.toSorted(), ours.toSorted());
    }
  });

  test("refuses other moves, and a report that becomes a clearance", async () => {
    const { merchantId } = await merchantInPhase2();
    const { id } = await paid(merchantId);
    const set = (change: string) =>
      refusal(`update tax_submissions set ${change} where document_id = $1`, id);
    assert.equal(await set("state = 'in_flight'"), checkViolation, "nobody's");
    assert.equal(await set("state = 'in_flight', lease = 'mine'"), null);
    assert.equal(await set("state = 'due', lease = null"), null);
    assert.equal(await set("state = 'accepted'"), checkViolation);
    assert.equal(await set("way = 'clear', deadline_at = null"), checkViolation);
    const { unit_id } = await db
      .selectFrom("tax_envelopes")
      .select("unit_id")
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow();
    assert.equal(await refusal("update egs_units set state = 'new' where id = $1", unit_id), checkViolation);
  });
});
