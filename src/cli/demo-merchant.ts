/** The demo merchant itself: who it is, how it looks, and its key. */
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import type { RunningServer } from "#server/start-server.ts";

/** Makes the merchant, with an API key. */
export async function seedMerchant(server: RunningServer): Promise<{ merchantId: number; apiKey: string }> {
  const { config } = server.services;
  const db = server.services.db.kysely;
  const earlier = await db
    .selectFrom("merchants")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  const merchant = await createMerchant(db, {
    username: earlier ? `${username}-${Date.now().toString(36)}` : username,
    shopName: "متجر النخيل",
    email: "shop@nakheel.example",
    phone: "+966112345678",
    vatNumber,
    seller: {
      legal_name: "شركة النخيل للتجارة",
      legal_name_en: "Nakheel Trading Company",
      legal_id_scheme: "CRN",
      legal_id_value: "1010123456",
      address_street: "طريق الملك فهد",
      address_building_number: "7525",
      address_additional_number: "3456",
      address_district: "العليا",
      address_postal_code: "12252",
      address_city: "الرياض",
      address_street_en: "King Fahd Road",
      address_district_en: "Al Olaya",
      address_city_en: "Riyadh",
    },
    // What the link "clientPaysFees" adds to its price.
    commissionRateBps: 250,
  });
  await db
    .insertInto("merchant_contacts")
    .values({
      merchant_id: merchant.id,
      city: "الرياض",
      address1: "7525 طريق الملك فهد، حي العليا، 12252",
      email: "care@nakheel.example",
      phone: "+966112345679",
      commercial_registration: "1010123456",
    })
    .execute();
  await db
    .insertInto("themes")
    .values({
      merchant_id: merchant.id,
      settings: JSON.stringify({ primaryColor: "#0f6b5c", secondaryColor: "#c8963e", showLogo: "merchant" }),
    })
    .execute();
  const key = { merchantId: merchant.id, name: "demo", environment: config.environment };
  return { merchantId: merchant.id, apiKey: await createApiKey(db, key) };
}

const username = "nakheel";
const vatNumber = "310122393500003";
