/** Who sells in tests: a registered company with all that tax invoices must say of it. */
import type { SellerRow } from "#server/parties/seller-party.ts";

/** Columns of `merchants`. */
export const completeSeller: SellerRow = {
  legal_name: "شركة النخيل للتجارة",
  legal_name_en: "Nakheel Trading Company",
  legal_id_scheme: "CRN",
  legal_id_value: "1010123456",
  address_street: "طريق التخصصي",
  address_building_number: "7525",
  address_additional_number: "3456",
  address_district: "العليا",
  address_postal_code: "12252",
  address_city: "الرياض",
  address_street_en: "Takhassusi Road",
  address_district_en: "Al Olaya",
  address_city_en: "Riyadh",
};
