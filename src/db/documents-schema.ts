/** What migrations 0002 and 0186 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Minor } from "#core/money.ts";
import type { TaxDocumentKind, TaxInvoiceForm, VatCategory, VatExemption } from "#core/tax/tax-invoice.ts";
import type { Schema } from "./schema.ts";

export type ImageVariant = "full" | "medium" | "small";

export type DocumentsSchema = {
  products: { vat_exemption: VatExemption | null };
  order_lines: { vat_exemption: VatExemption | null };
  merchant_contacts: { commercial_registration: string | null };
  images: {
    id: string;
    merchant_id: number;
    /** Of the bytes that were sent (migration 0008). */
    upload_sha256: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  image_files: {
    merchant_id: number;
    image_id: string;
    variant: ImageVariant;
    sha256: string;
    content_type: "image/png" | "image/jpeg";
    width: number;
    height: number;
    byte_length: number;
  };
  /** Migration 0186. */
  acceptance_places: {
    merchant_id: number;
    order_id: number;
    accepted_at: Date;
    address: string;
    user_agent: string | null;
  };
  document_counters: {
    merchant_id: number;
    kind: TaxDocumentKind;
    /** Set by the database to the usual one. */
    prefix: Generated<string>;
    first_sequence: Generated<number>;
    last_sequence: number;
    /** Null before the first document. */
    last_issued_at: Date | null;
  };
  tax_documents: TaxDocumentTable;
  tax_document_vat: {
    merchant_id: number;
    document_id: number;
    category: VatCategory;
    vat_bps: number;
    /** A `VatExemption`, or empty. */
    exemption: string;
    taxable_sar: Minor;
    vat_sar: Minor;
  };
};

type TaxDocumentTable = {
  id: GeneratedAlways<number>;
  merchant_id: number;
  order_id: number;
  kind: TaxDocumentKind;
  form: TaxInvoiceForm;
  sequence: number;
  number: string;
  /** Its prefix. */
  series: GeneratedAlways<string>;
  issued_at: Date;
  currency: string;
  taxable: Minor;
  vat: Minor;
  total: Minor;
  vat_sar: Minor;
  qr: string;
  original_id: number | null;
  refund_key: string | null;
  reason: string | null;
  /** The rejected document whose place it takes. */
  replaces_id: number | null;
  /** Of a credit note: the debit note that it takes back. */
  debit_note_id: ColumnType<number | null, number | null | undefined, never>;
  /** The facts of server/documents/document-facts.ts, written as JSON text. */
  content: ColumnType<unknown, string, never>;
};

/** All tables, as the documents and images see them. */
export type DocumentsDatabase = Schema;
