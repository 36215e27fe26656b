/** The shop of a world. */
import type { Database } from "#db/open.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { completeSeller } from "../sellers.ts";

/**
 * Makes a merchant with a key.
 * @param place makes its name differ from those of other worlds of the same database
 */
export async function makeShop(db: Database, place: number): Promise<{ merchantId: number; apiKey: string }> {
  const { id: merchantId } = await createMerchant(db.kysely, {
    username: `shop${place}`,
    shopName: "متجر النخيل",
    email: "shop@example.com",
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
  });
  return {
    merchantId,
    apiKey: await createApiKey(db.kysely, { merchantId, name: "test", environment: "test" }),
  };
}
