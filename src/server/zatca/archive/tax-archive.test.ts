/** The archive of a merchant's tax documents: whole, proven again from the files alone, and refused where it is not. */
import assert from "node:assert/strict";
import { createHash, verify, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Kysely } from "kysely";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { minor } from "#core/money.ts";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import type { Schema } from "#db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { insertMerchant, insertOrder, payOrder, testSealing as sealing } from "#test/document-fixtures.ts";
import { createDrawer } from "#test/drawn-documents.ts";
import { acceptAll, startPhase2 } from "#test/e-invoice-authority.ts";
import { readAttachments, readPages } from "#test/pdf.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createDocuments } from "../../documents/document-service.ts";
import { openStorage } from "../../storage/open-storage.ts";
import { issueCreditNote } from "../../tax-documents/credit-notes.ts";
import { issueTaxInvoice } from "../../tax-documents/numbering.ts";
import { writeTaxArchive } from "./archive-folder.ts";
import { ArchiveRefusal } from "./tax-archive.ts";

let database: TestDatabase;
let db: Kysely<Schema>;
const { pool } = createDrawer();
before(async () => {
  database = await createTestDatabase();
  db = database.kysely;
});
after(async () => {
  await pool.close();
  await database[Symbol.asyncDispose]();
});

async function sell(merchantId: number, at: string) {
  const order = await insertOrder(db, merchantId);
  await db.transaction().execute(async (trx) => {
    await payOrder(trx, order);
    assert.ok(await issueTaxInvoice(trx, { orderId: order.id, at: new Date(at), sealing }));
  });
  return order;
}

async function giveBack(order: { readonly id: number }, at: string): Promise<void> {
  const refund = { orderId: order.id, refundAmount: minor(1_000), refundKey: "r1", reason: null };
  await db.transaction().execute(async (trx) => {
    assert.ok(await issueCreditNote(trx, { ...refund, at: new Date(at), sealing }));
  });
}

const write = async (merchantId: number, folder: string) =>
  await writeTaxArchive(
    {
      db,
      documents: createDocuments({
        db: { kysely: db },
        storage: openStorage({ kind: "disk", directory: "/nonexistent" }),
        pdf: pool,
        log: { info: () => {}, warn: () => {}, error: () => {} },
        webUrl: "https://pay.example.sa",
      }),
      progress: () => {},
    },
    { merchantId, from: new Date("2026-10-01"), until: new Date("2026-11-01"), folder },
  );

type Proof = {
  readonly units: readonly {
    readonly documents: readonly {
      readonly icv: number;
      readonly number: string;
      readonly hash: string;
      readonly previousHash: string;
      readonly files: Readonly<Record<string, { readonly name: string; readonly sha256: string }>>;
    }[];
  }[];
  readonly unstamped: readonly { readonly number: string; readonly files: object }[];
};

const proofIn = (folder: string) => JSON.parse(readFileSync(join(folder, "chain.json"), "utf8")) as Proof;

const ubl = "urn:oasis:names:specification:ubl:schema:xsd";
const namespaces = {
  i: `${ubl}:Invoice-2`,
  cac: `${ubl}:CommonAggregateComponents-2`,
  cbc: `${ubl}:CommonBasicComponents-2`,
  ext: `${ubl}:CommonExtensionComponents-2`,
  ds: "http://www.w3.org/2000/09/xmldsig#",
};

/** The values of a QR code: tag, length, value. */
function tagsOf(base64: string): Buffer[] {
  const bytes = Buffer.from(base64, "base64");
  const values: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0))
    values.push(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)));
  return values;
}

/**
 * What an integrator verifies of a stamped file without us: the hash as the authority takes it, by a parser that is not ours; its
 * places in the chain; and by OpenSSL the signature over it and what the QR code says of both and of the certificate.
 */
function verifiedFile(xml: string) {
  const document = XmlDocument.fromString(xml);
  const text = (path: string): string => document.get(path, namespaces)?.content ?? "";
  const reference = (id: string) => `//cac:AdditionalDocumentReference[cbc:ID='${id}']`;
  try {
    const certificate = new X509Certificate(Buffer.from(text("//ds:X509Certificate"), "base64"));
    const signature = text("//ds:SignatureValue");
    const icv = Number(text(`${reference("ICV")}/cbc:UUID`));
    const previousHash = text(`${reference("PIH")}//cbc:EmbeddedDocumentBinaryObject`);
    const [, , , , , hash, signed, key, certified] = tagsOf(
      text(`${reference("QR")}//cbc:EmbeddedDocumentBinaryObject`),
    );
    for (const path of ["ext:UBLExtensions", "cac:Signature", "cac:AdditionalDocumentReference[cbc:ID='QR']"])
      for (const node of document.find(`/i:Invoice/${path}`, namespaces)) node.remove();
    const canonical = document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
    const digest = createHash("sha256").update(canonical).digest();
    assert.ok(verify("sha256", digest, certificate.publicKey, Buffer.from(signature, "base64")));
    assert.deepEqual([String(hash), String(signed)], [digest.toString("base64"), signature]);
    assert.deepEqual(key, certificate.publicKey.export({ type: "spki", format: "der" }));
    assert.ok(certified && certificate.raw.subarray(-certified.length).equals(certified), "tag 9");
    return { icv, previousHash, hash: digest.toString("base64") };
  } finally {
    document.dispose();
  }
}

test("an archive has every document of its period with file and paper, and proves their chain without the database", async () => {
  using directory = temporaryDirectory();
  const merchantId = await insertMerchant(db);
  await sell(merchantId, "2026-10-02T08:00:00Z");
  const unit = await startPhase2(db, sealing, merchantId);
  const first = await sell(merchantId, "2026-10-03T08:00:00Z");
  await acceptAll(db, unit);
  await giveBack(first, "2026-10-04T08:00:00Z");
  await sell(merchantId, "2026-10-05T08:00:00Z");
  await sell(merchantId, "2026-11-01T08:00:00Z");
  const folder = join(directory.path, "october");
  const made = await write(merchantId, folder);
  assert.deepEqual(made, { documents: 4, stamped: 3, hasPapers: true });

  const proof = proofIn(folder);
  assert.deepEqual(
    proof.units.flatMap(({ documents }) => documents.map(({ icv, number }) => [icv, number])),
    [
      [1, "INV-000002"],
      [2, "CN-000001"],
      [3, "INV-000003"],
    ],
  );
  assert.deepEqual(
    proof.unstamped.map(({ number, files }) => [number, Object.keys(files)]),
    [["INV-000001", ["pdf"]]],
  );
  let previousHash: string = firstPreviousHash;
  for (const { icv, hash, previousHash: stated, number, files } of proof.units[0]?.documents ?? []) {
    for (const { name, sha256 } of Object.values(files))
      assert.equal(
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
        sha256,
        name,
      );
    const xml = readFileSync(join(folder, files["xml"]?.name ?? ""), "utf8");
    assert.deepEqual(verifiedFile(xml), { icv, previousHash, hash }, number);
    assert.equal(stated, previousHash);
    previousHash = hash;
    const pdf = readFileSync(join(folder, files["pdf"]?.name ?? ""));
    assert.match((await readPages(pdf))[0]?.text ?? "", new RegExp(number));
    assert.equal((await readAttachments(pdf)).get(files["xml"]?.name ?? "")?.toString("utf8"), xml);
  }
  assert.equal(readdirSync(folder).length, 3 * 2 + 1 + 1);
  const { last_hash } = await db
    .selectFrom("egs_units")
    .select("last_hash")
    .where("id", "=", unit.unitId)
    .executeTakeFirstOrThrow();
  assert.notEqual(last_hash, previousHash, "the fourth is of the next period");
});

test("a standard document's archive has what was sent, and the cleared file once there is one", async () => {
  using directory = temporaryDirectory();
  const { merchantId } = await startPhase2(db, sealing, await insertMerchant(db));
  const order = await insertOrder(db, merchantId, {
    client: { vatNumber: "399999999800003", address: "Riyadh" },
  });
  const documentId = await db.transaction().execute(async (trx) => {
    await payOrder(trx, order);
    return (await issueTaxInvoice(trx, { orderId: order.id, at: new Date("2026-10-05"), sealing }))?.id;
  });
  assert.ok(documentId);
  const filesIn = async (name: string) => {
    const folder = join(directory.path, name);
    await write(merchantId, folder);
    return Object.keys(proofIn(folder).units[0]?.documents[0]?.files ?? {});
  };
  assert.deepEqual(await filesIn("waiting"), ["sent", "pdf"]);
  await db
    .updateTable("tax_submissions")
    .set({ state: "in_flight", lease: "of the test" })
    .where("document_id", "=", documentId)
    .execute();
  await db
    .insertInto("tax_clearances")
    .values({
      merchant_id: merchantId,
      document_id: documentId,
      cleared_at: new Date(),
      xml: "<x/>",
      qr: "AQ==",
    })
    .execute();
  assert.deepEqual(await filesIn("cleared"), ["xml", "sent", "pdf"]);
});

test("a place where no folder can be is refused with a sentence, and at once", async () => {
  using directory = temporaryDirectory();
  const merchantId = await insertMerchant(db);
  const file = join(directory.path, "file");
  writeFileSync(file, "kept");
  for (const place of [file, join(file, "below"), "/proc/wasl/archive"])
    await assert.rejects(write(merchantId, place), (error) => {
      assert.ok(error instanceof ArchiveRefusal, String(error));
      return error.message.startsWith(`No folder can be made at ${place}: `);
    });
  assert.equal(readFileSync(file, "utf8"), "kept");
});

test("nothing is written over, and a chain that does not prove itself gets no proof", async () => {
  using directory = temporaryDirectory();
  const { merchantId } = await startPhase2(db, sealing, await insertMerchant(db));
  await sell(merchantId, "2026-10-03T08:00:00Z");
  await sell(merchantId, "2026-10-03T09:00:00Z");
  writeFileSync(join(directory.path, "kept"), "");
  await assert.rejects(write(merchantId, directory.path), /is not empty/);
  const change = async (statement: string) => {
    await database.pool.query("alter table tax_envelopes disable trigger user");
    await database.pool.query(statement, [merchantId]);
    await database.pool.query("alter table tax_envelopes enable trigger user");
  };
  const swap = (icv: number, from: string, to: string) =>
    change(
      `update tax_envelopes set xml = replace(xml, '${from}', '${to}') where merchant_id = $1 and icv = ${icv}`,
    );
  const refusal = async (folder: string): Promise<string> => {
    const error: unknown = await write(merchantId, join(directory.path, folder)).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ArchiveRefusal, String(error));
    assert.ok(!readdirSync(join(directory.path, folder)).includes("chain.json"));
    return error.message;
  };
  await swap(2, ">580.18<", ">580.17<");
  assert.match(await refusal("amount"), /at document 2: its hash is not that of its file/);
  await swap(2, ">580.17<", ">580.18<");
  await change("update tax_envelopes set previous_hash = hash where merchant_id = $1 and icv = 2");
  assert.match(await refusal("fork"), /at document 2: it names another document as the one before/);
});
