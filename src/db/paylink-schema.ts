/** What migrations 0090 and 0100 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { Generated } from "kysely";

export type PaylinkSchema = {
  paylink_invoices: {
    merchant_id: number;
    transaction_no: string;
    order_id: number;
    shop_number: string;
    /** Null once its buyer was erased. */
    request_hash: Buffer | null;
    is_current: Generated<boolean>;
  };
};
