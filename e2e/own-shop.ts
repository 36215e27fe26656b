/** A shop of its own on the running system, with people who can sign in: for tests that change the shop itself. */
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { ensurePerson, setMembership, setPassword } from "#server/people/persons.ts";
import { completeSeller } from "#test/sellers.ts";
import type { Demo } from "./fixtures.ts";

const password = "dates from al-Ahsa 7";

/** The shop as fixtures know one, once for each of its people: the same key, another sign-in. */
export type OwnShop = { readonly owner: Demo; readonly manager: Demo };

/** Makes it; the fixture `ownShop` does. */
export async function openOwnShop(demo: Demo, dataDir: string): Promise<OwnShop> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  const { kysely, close } = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  try {
    const unique = crypto.randomUUID().slice(0, 8);
    const { id: merchantId } = await createMerchant(kysely, {
      username: `own-${unique}`,
      shopName: "متجر",
      email: `own-${unique}@example.com`,
      phone: "+966112345678",
      vatNumber: "310122393500003",
      seller: completeSeller,
    });
    const hash = await hashPassword(password);
    const addPerson = async (role: "owner" | "manager", name: string): Promise<Demo["person"]> => {
      const email = `${role}-${unique}@example.com`;
      const { id: personId } = await ensurePerson(kysely, { email, name });
      await setMembership(kysely, { merchantId, personId, role });
      await setPassword(kysely, { personId, hash, now: new Date() });
      return { address: demo.person.address, email, password };
    };
    const environment = demo.apiKey.startsWith("wasl_local_") ? "local" : "test";
    const apiKey = await createApiKey(kysely, { merchantId, name: "tests", environment });
    const own = { ...demo, apiKey };
    return {
      owner: { ...own, person: await addPerson("owner", "سارة المالكة") },
      manager: { ...own, person: await addPerson("manager", "خالد المدير") },
    };
  } finally {
    await close();
  }
}
