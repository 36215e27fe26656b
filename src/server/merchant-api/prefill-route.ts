/** The address of a product link for one buyer, with what the shop knows of them filled in. Nothing is stored, nothing is sent. */
import type { FastifyInstance } from "fastify";
import { type NewPrefill, productLinksCalls } from "#contract/product-links.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { formatDecimal } from "#core/money.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { type AmountBounds, amountFault } from "#core/pricing/buyer-amount.ts";
import { Problem } from "#core/problem.ts";
import { isClientName } from "#core/validators.ts";
import { mountCall } from "../http/mount.ts";
import { amountBounds } from "../products/chosen-amount.ts";
import { type Prefill, prefillParameter, writePrefill } from "../products/prefill.ts";
import { merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { defaultCurrency } from "./invoice-input.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the call in a scope that requires an API key. */
export function mountPrefillCall(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    productLinksCalls,
    "POST /api/v1/product-links/:linkIdentity/prefill",
    async ({ params, body }, { request }) => {
      const merchantId = merchantOf(request).id;
      const link = await services.db.kysely
        .selectFrom("product_links")
        .select(["link_identity", "least_amount", "most_amount"])
        .where("merchant_id", "=", merchantId)
        .where("link_identity", "=", readLinkIdentity(params.linkIdentity) ?? "")
        .executeTakeFirst();
      if (!link) throw new Problem("not_found");
      const { link_identity: linkIdentity } = link;
      const prefill = readBody(body, { now: services.clock.now(), bounds: amountBounds(link) });
      const token = writePrefill(services, { merchantId, linkIdentity }, prefill);
      return { url: `${services.config.webUrl}/pay/product/${linkIdentity}?${prefillParameter}=${token}` };
    },
  );
}

/** @throws Problem `validation_failed` with every wrong field: what the page itself would refuse is refused here */
function readBody(
  body: NewPrefill,
  { now, bounds }: { readonly now: number; readonly bounds: AmountBounds | null },
): Prefill {
  const reader = new FieldReader(defaultCurrency);
  const name = reader.optional("name", body.name, 100);
  if (name !== null && !isClientName(name))
    reader.wrong("name", "invalid", "a name with at least one letter");
  reader.refuseUnprintable("name", name);
  const externalOrderNumber = reader.optional("externalOrderNumber", body.externalOrderNumber, 100);
  reader.refuseUnprintable("externalOrderNumber", externalOrderNumber);
  const countryCode = (body.countryCode ?? defaultCountry).toUpperCase();
  const mobile = body.mobile === undefined ? null : parseMobile(body.mobile, countryCode);
  if (mobile?.kind === "refused") reader.wrong("mobile", mobile.code, "a mobile number of the country");
  const expiresAt = body.expiresAt === undefined ? null : reader.future("expiresAt", body.expiresAt, now);
  const couponCode = reader.optional("couponCode", body.couponCode, 40);
  const amount = body.amount === undefined ? null : readAmount(reader, body.amount, bounds);
  reader.refuseWrong();
  return {
    ...{ name, countryCode, couponCode, externalOrderNumber, quantity: body.quantity ?? null },
    amount,
    mobile: mobile?.kind === "ok" ? mobile.e164 : null,
    expiresAt: expiresAt?.getTime() ?? null,
  };
}

/** As the field shows it. */
function readAmount(reader: FieldReader, text: string, bounds: AmountBounds | null): string | null {
  const amount = reader.amount("amount", text);
  if (bounds === null) reader.wrong("amount", "not_allowed", "the buyer of this link chooses no amount");
  else if (amount !== null && amountFault(amount, bounds) !== null)
    reader.wrong("amount", "out_of_range", "must be within the link's least and most");
  return amount && formatDecimal(amount, defaultCurrency);
}
