/** What migration 0161 adds to the tables, as Kysely types; to be read together with schema.ts. */

export type PaymentsByHandSchema = {
  payments_by_hand: {
    merchant_id: number;
    attempt_id: string;
    order_id: number;
    reference: string | null;
    note: string | null;
    recorded_by: string;
    recorded_at: Date;
  };
};
