import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { createTestDatabase } from "#test/database.ts";
import { setContact } from "./admin-contact.ts";

const contact = {
  city: "الرياض",
  address1: "7525 طريق الملك فهد 12252",
  email: "care@shop.example",
  phone: "+966112345678",
  commercialRegistration: "1010123456",
};

test("a contact is stored and replaced as a whole, and what is none changes nothing", async () => {
  await using db = await createTestDatabase();
  const { id } = await createMerchant(db.kysely, {
    username: "shop",
    shopName: "Shop",
    email: "shop@example.com",
    phone: "+966112345678",
    vatNumber: null,
  });
  const stored = async (): Promise<unknown> =>
    await db.kysely.selectFrom("merchant_contacts").selectAll().executeTakeFirst();
  await setContact(db, id, JSON.stringify(contact));
  const { commercialRegistration: commercial_registration, ...rest } = contact;
  assert.deepEqual(await stored(), { merchant_id: id, ...rest, commercial_registration });

  for (const wrong of ["", "[]", '{"town": "x"}', '{"commercialRegistration": "12"}', '{"email": "x"}']) {
    await assert.rejects(setContact(db, id, wrong), /Nothing was stored/);
  }
  assert.deepEqual(await stored(), { merchant_id: id, ...rest, commercial_registration });

  await setContact(db, id, JSON.stringify({ city: "جدة" }));
  const none = { address1: null, email: null, phone: null, commercial_registration: null };
  assert.deepEqual(await stored(), { merchant_id: id, city: "جدة", ...none });
});
