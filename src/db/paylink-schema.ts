/** What migration 0090 adds to the tables, as Kysely types; to be read together with schema.ts. */
import type { Generated } from "kysely";

export type PaylinkSchema = {
  paylink_invoices: {
    merchant_id: number;
    transaction_no: string;
    order_id: number;
    shop_number: string;
    request_hash: Buffer;
    is_current: Generated<boolean>;
  };
};
