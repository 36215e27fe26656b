/**
 * Writes a merchant's tax documents of a period into a folder: the e-invoice and the paper of each, and the proof of the
 * chain. Every file is checked before it is written; `chain.json` comes last, so that a folder with it is whole.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { eInvoiceFileName } from "#core/zatca/file-name.ts";
import type { Schema } from "#db/schema.ts";
import type { Documents } from "../../documents/document-service.ts";
import { loadDocumentOrder } from "../../documents/order-facts.ts";
import { findStoredDocument } from "../../documents/tax-document-store.ts";
import { PdfEngineMissing } from "../../http/file-reply.ts";
import { legalXml } from "../legal-xml.ts";
import {
  type ChainSection,
  chainSections,
  type StampedRow,
  stampedRows,
  unstampedIds,
} from "./archive-rows.ts";
import { envelopeFault } from "./envelope-fault.ts";

export type TaxArchive = {
  /** Tax documents in the folder. */
  readonly documents: number;
  /** Of these, with an e-invoice. */
  readonly stamped: number;
  /** Whether this machine could make papers. */
  readonly hasPapers: boolean;
};

/** A document's files by what they are, each with the SHA-256 of its bytes. */
type Files = Readonly<Record<string, { readonly name: string; readonly sha256: string }>>;

/** The folder is not to be used, or what is stored does not prove itself. A sentence for the operator. */
export class ArchiveRefusal extends Error {
  override readonly name = "ArchiveRefusal";
}

export type ArchiveParts = {
  readonly db: Kysely<Schema>;
  readonly documents: Documents;
  readonly progress: (text: string) => void;
};

export type ArchiveRequest = {
  readonly merchantId: number;
  /** Time of issue: from, and up to before. */
  readonly from: Date;
  readonly until: Date;
  readonly folder: string;
};

/**
 * Writes the archive. Units' documents stand as one section of their chain each, from the period's first to its last: at
 * its edges the times of issue of neighbours may be in the other period, and a document in both archives.
 * @throws ArchiveRefusal
 */
export async function writeTaxArchive(parts: ArchiveParts, request: ArchiveRequest): Promise<TaxArchive> {
  const { folder } = request;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new ArchiveRefusal(`${folder} is not empty. Name a new folder: nothing is written over.`);
  const writer = createWriter(parts, request);
  const units = [];
  for (const section of await chainSections(parts.db, request))
    units.push(await writeSection(parts, section, writer));
  const unstamped = [];
  for (const id of await unstampedIds(parts.db, request)) unstamped.push(await writer.write(id, null));
  const stamped = units.reduce((sum, { documents }) => sum + documents.length, 0);
  const about = { from: request.from.toISOString(), until: request.until.toISOString() };
  await writer.keep(
    "chain.json",
    Buffer.from(`${JSON.stringify({ ...about, units, unstamped }, null, 2)}\n`),
  );
  return { documents: stamped + unstamped.length, stamped, hasPapers: writer.hasPapers() };
}

/** A unit's documents of the period, each after the one before. */
async function writeSection({ db, progress }: ArchiveParts, section: ChainSection, writer: Writer) {
  const documents = [];
  let last: StampedRow | null = null;
  for await (const row of stampedRows(db, section)) {
    const fault = breakIn(last, row) ?? envelopeFault(row);
    if (fault !== null)
      throw new ArchiveRefusal(
        `The chain of unit ${section.serial} does not prove itself at document ${row.icv}: ${fault}. No chain.json was written.`,
      );
    last = row;
    const { icv, uuid, hash, previousHash, state } = row;
    documents.push({
      icv,
      uuid,
      hash,
      previousHash,
      state,
      ...(await writer.write(row.documentId, row.xml)),
    });
    progress(`${section.serial} ${icv}`);
  }
  const { serial, environment } = section;
  return { serial, environment, documents };
}

function breakIn(last: StampedRow | null, row: StampedRow): string | null {
  if (last === null) return null;
  if (row.icv !== last.icv + 1) return `it comes after ${last.icv}`;
  return row.previousHash === last.hash ? null : "it names another document as the one before";
}

type Writer = ReturnType<typeof createWriter>;

function createWriter({ db, documents }: ArchiveParts, { folder }: ArchiveRequest) {
  let hasPapers = true;
  const keep = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes, { mode: 0o600, flag: "wx", flush: true });
    return { name, sha256: createHash("sha256").update(bytes).digest("hex") };
  };
  const paperOf = async (found: NonNullable<Awaited<ReturnType<typeof findStoredDocument>>>) => {
    const order = await loadDocumentOrder(db, { orderId: found.orderId });
    if (!order || !hasPapers) return null;
    const look = { language: "ar", paper: "a4" } as const;
    const file = await documents.taxDocument({ order, document: found.document, ...look });
    return await file.load().catch((error: unknown) => {
      if (!(error instanceof PdfEngineMissing)) throw error;
      hasPapers = false;
      return null;
    });
  };
  return {
    keep,
    hasPapers: () => hasPapers,
    /** Writes the files of one document: the e-invoice, what was sent where that is another file, and the paper. */
    write: async (documentId: number, stamped: string | null) => {
      const found = await findStoredDocument(db, { id: documentId });
      if (!found) throw new Error(`no tax document ${documentId}`);
      const { number, kind, issuedAt, content } = found.document;
      const name = eInvoiceFileName({ number, issuedAt, vatNumber: content.facts.seller.vatNumber ?? "" });
      const legal = await legalXml(db, documentId);
      const paper = await paperOf(found);
      const sent = stamped === legal ? null : stamped;
      const base = name.replace(/\.xml$/, "");
      const files: Files = {
        ...(legal !== null && { xml: await keep(name, Buffer.from(legal, "utf8")) }),
        ...(sent !== null && { sent: await keep(`${base}.sent.xml`, Buffer.from(sent, "utf8")) }),
        ...(paper && { pdf: await keep(`${base}.pdf`, paper) }),
      };
      return { number, kind, issuedAt: new Date(issuedAt).toISOString(), files };
    },
  };
}
