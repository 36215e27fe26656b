/** How to reach a merchant, and the address and commercial registration that tax invoices must show. */
import { z } from "zod";
import type { Database } from "#db/open.ts";

const line = (length: number) => z.string().trim().min(1).max(length).nullish();

const contactSchema = z.strictObject({
  city: line(100),
  /** Building number, street, district and postal code. */
  address1: line(300),
  email: z.email().max(254).nullish(),
  phone: line(40),
  commercialRegistration: z
    .string()
    .regex(/^\d{10}$/)
    .nullish(),
});

/**
 * Replaces a merchant's contact.
 * @param text a JSON object with `city`, `address1`, `email`, `phone` and `commercialRegistration`; what is left out
 *   is taken away
 * @throws Error with a sentence when the text is something else; nothing was stored then
 */
export async function setContact(db: Database, merchantId: number, text: string): Promise<void> {
  const contact = readContact(text);
  const values = {
    city: contact.city ?? null,
    address1: contact.address1 ?? null,
    email: contact.email ?? null,
    phone: contact.phone ?? null,
    commercial_registration: contact.commercialRegistration ?? null,
  };
  await db.kysely
    .insertInto("merchant_contacts")
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet(values))
    .execute();
}

function readContact(text: string): z.output<typeof contactSchema> {
  try {
    return contactSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      'A contact is a JSON object such as {"city": "الرياض", "address1": "7525 طريق الملك فهد 12252", ' +
        '"email": "care@shop.example", "phone": "+966112345678", "commercialRegistration": "1010123456"}. ' +
        "Nothing was stored.",
    );
  }
}
