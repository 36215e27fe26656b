/** The shop behind an order or a product link, as pages name it (Spec 2.1, 3). */
import type { MerchantModel, OrderPageModel } from "#contract/order.ts";
import type { ShopModel } from "#contract/pages.ts";
import type { World } from "#core/world.ts";
import { logoAddress } from "../images/logo-address.ts";

/** Columns of `merchants`, as statements name them beside what is sold. */
type MerchantRow = {
  readonly merchant_id: number;
  readonly merchant_username: string;
  readonly merchant_shop_name: string;
  readonly merchant_email: string;
  readonly merchant_phone: string;
  readonly merchant_vat_number: string | null;
  readonly merchant_logo_image_id: string | null;
  readonly merchant_world: World;
};

/** The same with the shop's contact and what the law wants buyers to know. */
export type ShopRow = MerchantRow & {
  readonly merchant_legal_name: string | null;
  readonly merchant_legal_name_en: string | null;
  readonly merchant_legal_id_scheme: string | null;
  readonly merchant_legal_id_value: string | null;
  readonly merchant_address_building_number: string | null;
  readonly merchant_address_postal_code: string | null;
  readonly merchant_address_city: string | null;
  readonly merchant_address_street_en: string | null;
  readonly merchant_address_district_en: string | null;
  readonly merchant_address_city_en: string | null;
  /** Null when the merchant has given no contact. */
  readonly contact_merchant_id: number | null;
  readonly contact_city: string | null;
  readonly contact_address1: string | null;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly contact_whatsapp: string | null;
  readonly contact_returns_url: string | null;
  readonly contact_has_returns_text: boolean | null;
};

/** The shop of a row. `serverUrl` is where its logo is. */
export function toShopModel(row: ShopRow, serverUrl: string): ShopModel {
  return {
    merchant: toMerchantModel(row, serverUrl),
    merchantContact: row.contact_merchant_id === null ? null : toContactModel(row),
    seller: toSellerModel(row),
  };
}

/** The merchant as pages show it, from the record of an order or a product link (Spec 3). */
export function toMerchantModel(row: MerchantRow, serverUrl: string): MerchantModel {
  return {
    id: row.merchant_id,
    username: row.merchant_username,
    storeUsername: row.merchant_username,
    shopName: row.merchant_shop_name,
    email: row.merchant_email,
    phone: row.merchant_phone,
    vatNumber: row.merchant_vat_number,
    logoImageUrl:
      row.merchant_logo_image_id === null
        ? null
        : logoAddress(serverUrl, { merchantId: row.merchant_id, imageId: row.merchant_logo_image_id }),
    ...(row.merchant_world === "test" && { isTest: true }),
  };
}

function toContactModel(row: ShopRow): NonNullable<OrderPageModel["merchantContact"]> {
  return {
    city: row.contact_city,
    address1: row.contact_address1,
    email: row.contact_email,
    phone: row.contact_phone,
  };
}

/** Where a shop's own text of returns is read, above the terms of all sales. */
function returnsAddress({ merchant_username }: MerchantRow): string {
  return `/sales-terms?shop=${encodeURIComponent(merchant_username)}`;
}

/** What the law wants buyers to know of a shop beside its name, number and address; what is not given is null. */
function toSellerModel(row: ShopRow): OrderPageModel["seller"] {
  const { merchant_legal_id_scheme: scheme, merchant_legal_id_value: value } = row;
  return {
    legalName: row.merchant_legal_name,
    legalNameEn: row.merchant_legal_name_en,
    addressEn: englishAddressOf(row),
    registration: scheme === null || value === null ? null : { scheme, value },
    whatsapp: row.contact_whatsapp,
    returnsUrl: row.contact_returns_url ?? (row.contact_has_returns_text ? returnsAddress(row) : null),
  };
}

/**
 * The registered address as papers write it in English. A contact has its address in one language: this one stands for
 * it where both are in one city, and no buyer is sent to another one.
 */
function englishAddressOf(row: ShopRow): string | null {
  const { merchant_address_street_en: street, merchant_address_district_en: district } = row;
  const isThere = row.contact_city?.trim() === row.merchant_address_city;
  if (!isThere || row.merchant_address_city_en === null || street === null || district === null) return null;
  const door = `${row.merchant_address_building_number} ${street}`;
  return [door, district, `${row.merchant_address_city_en} ${row.merchant_address_postal_code}`].join(", ");
}
