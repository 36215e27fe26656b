/**
 * A merchant's tax documents of a period as files: the e-invoice and the paper of each, and the proof of the chain. Every
 * file is checked before it is given; `chain.json` comes last, so that an archive with it is whole.
 */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { eInvoiceFileName } from "#core/zatca/file-name.ts";
import type { Schema } from "#db/schema.ts";
import type { Documents } from "../../documents/document-service.ts";
import { legalXml } from "../../documents/legal-xml.ts";
import { loadDocumentOrder } from "../../documents/order-facts.ts";
import { findStoredDocument, type StoredDocument } from "../../documents/tax-document-store.ts";
import { PdfEngineMissing } from "../../http/file-reply.ts";
import {
  type ChainSection,
  chainSections,
  type Period,
  type StampedRow,
  stampedRows,
  unstampedIds,
} from "./archive-rows.ts";
import { envelopeFault } from "./envelope-fault.ts";

/** What an archive came to. */
export type TaxArchive = {
  /** Tax documents in it. */
  readonly documents: number;
  /** Of these, with an e-invoice. */
  readonly stamped: number;
  /** Whether this machine could make papers. */
  readonly hasPapers: boolean;
};

/** What is stored does not prove itself, or there is no place for the archive. A sentence for the operator. */
export class ArchiveRefusal extends Error {
  override readonly name = "ArchiveRefusal";
}

export type ArchiveFile = { readonly name: string; readonly bytes: Buffer };

export type ArchiveParts = { readonly db: Kysely<Schema>; readonly documents: Documents };

type Files = AsyncGenerator<ArchiveFile, DocumentEntry>;

/** A document in `chain.json`; its files by what they are, each with the SHA-256 of its bytes. */
type DocumentEntry = {
  readonly number: string;
  readonly kind: string;
  readonly issuedAt: string;
  /** The rejected document whose place it takes. */
  readonly replaces: string | null;
  readonly files: Readonly<Record<string, { readonly name: string; readonly sha256: string }>>;
};

/**
 * Makes the files one by one, as they are taken. Units' documents stand as one section of their chain each, from the
 * period's first to its last: at its edges the times of issue of neighbours may be in the other period, and a document in
 * both archives.
 * @throws ArchiveRefusal
 */
export async function* taxArchiveFiles(
  parts: ArchiveParts,
  period: Period,
): AsyncGenerator<ArchiveFile, TaxArchive> {
  const papers = createPapers(parts);
  const units = [];
  for (const section of await chainSections(parts.db, period))
    units.push(yield* sectionFiles(parts, section, papers));
  const unstamped = [];
  for (const id of await unstampedIds(parts.db, period))
    unstamped.push(yield* documentFiles(parts, papers, { id, stamped: null }));
  const stamped = units.reduce((sum, { documents }) => sum + documents.length, 0);
  const about = { from: period.from.toISOString(), until: period.until.toISOString() };
  const proof = `${JSON.stringify({ ...about, units, unstamped }, null, 2)}\n`;
  yield { name: "chain.json", bytes: Buffer.from(proof) };
  return { documents: stamped + unstamped.length, stamped, hasPapers: papers.areMade() };
}

/** A unit's documents of the period, each after the one before. */
async function* sectionFiles(parts: ArchiveParts, section: ChainSection, papers: Papers) {
  const documents = [];
  let last: StampedRow | null = null;
  for await (const row of stampedRows(parts.db, section)) {
    const fault = breakIn(last, row) ?? envelopeFault(row);
    if (fault !== null)
      throw new ArchiveRefusal(
        `The chain of unit ${section.serial} does not prove itself at document ${row.icv}: ${fault}. No chain.json was written.`,
      );
    last = row;
    const { icv, uuid, hash, previousHash, state } = row;
    const entry: DocumentEntry = yield* documentFiles(parts, papers, {
      id: row.documentId,
      stamped: row.xml,
    });
    documents.push({ icv, uuid, hash, previousHash, state, ...entry });
  }
  const { serial, environment } = section;
  return { serial, environment, documents };
}

function breakIn(last: StampedRow | null, row: StampedRow): string | null {
  if (last === null) return null;
  if (row.icv !== last.icv + 1) return `it comes after ${last.icv}`;
  return row.previousHash === last.hash ? null : "it names another document as the one before";
}

/** The files of one document: the e-invoice, what was sent where that is another file, and the paper. */
async function* documentFiles(
  { db }: ArchiveParts,
  papers: Papers,
  { id, stamped }: { readonly id: number; readonly stamped: string | null },
): Files {
  const found = await findStoredDocument(db, { id });
  if (!found) throw new Error(`no tax document ${id}`);
  const { number, kind, issuedAt, content } = found.document;
  const name = eInvoiceFileName({ number, issuedAt, vatNumber: content.facts.seller.vatNumber ?? "" });
  const base = name.replace(/\.xml$/, "");
  const legal = await legalXml(db, id);
  const contents: [string, string, Buffer | null][] = [
    ["xml", name, legal === null ? null : Buffer.from(legal, "utf8")],
    ["sent", `${base}.sent.xml`, stamped === null || stamped === legal ? null : Buffer.from(stamped, "utf8")],
    ["pdf", `${base}.pdf`, await papers.of(found)],
  ];
  const files: Record<string, { name: string; sha256: string }> = {};
  for (const [what, fileName, bytes] of contents) {
    if (bytes === null) continue;
    yield { name: fileName, bytes };
    files[what] = { name: fileName, sha256: createHash("sha256").update(bytes).digest("hex") };
  }
  const replaces = content.replaces?.number ?? null;
  return { number, kind, issuedAt: new Date(issuedAt).toISOString(), replaces, files };
}

type Papers = ReturnType<typeof createPapers>;

/** Papers in Arabic, until the machine turns out to have no engine for them. */
function createPapers({ db, documents }: ArchiveParts) {
  let areMade = true;
  return {
    areMade: () => areMade,
    of: async ({ orderId, document }: StoredDocument): Promise<Buffer | null> => {
      const order = areMade ? await loadDocumentOrder(db, { orderId }) : null;
      if (!order) return null;
      const look = { language: "ar", paper: "a4" } as const;
      const file = await documents.taxDocument({ order, document, ...look });
      return await file.load().catch((error: unknown) => {
        if (!(error instanceof PdfEngineMissing)) throw error;
        areMade = false;
        return null;
      });
    },
  };
}
