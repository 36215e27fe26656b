/** What buyers ask of a shop, as Kysely types; to be read together with schema.ts. */
import type { Language } from "#core/language.ts";

export type BuyerRequestsSchema = {
  renewal_requests: {
    merchant_id: number;
    order_id: number;
    expired_at: Date;
    language: Language;
    created_at: Date;
  };
};
