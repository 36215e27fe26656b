/** What migrations 0032, 0033 and 0092 add to the tables, as Kysely types; to be read together with schema.ts. */

import type { Generated } from "kysely";
import type { TaxInvoiceForm } from "#core/tax/tax-invoice.ts";
import type { BuyerScheme, SellerScheme } from "#core/tax/tax-party.ts";
import type { World } from "#core/world.ts";

export type PartySchema = {
  merchants: {
    legal_name_en: string | null;
    legal_id_scheme: SellerScheme | null;
    legal_id_value: string | null;
    address_street: string | null;
    address_building_number: string | null;
    address_additional_number: string | null;
    address_district: string | null;
    address_postal_code: string | null;
    address_city: string | null;
    address_street_en: string | null;
    address_district_en: string | null;
    address_city_en: string | null;
    world: Generated<World>;
    /** Of a test world: the merchant whose it is. */
    live_merchant_id: number | null;
  };
  clients: {
    legal_name: string | null;
    id_scheme: BuyerScheme | null;
    id_value: string | null;
    address_street: string | null;
    address_building_number: string | null;
    address_additional_number: string | null;
    address_district: string | null;
    address_postal_code: string | null;
    address_city: string | null;
    address_country: string | null;
  };
  orders: { tax_form: TaxInvoiceForm | null };
  waiting_tax_invoices: { merchant_id: number; order_id: number; since: Date };
};
