/** Issuing an invoice from a body of the contract: the one way, whichever API was asked. */
import type { Transaction } from "kysely";
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { AmountLimits } from "#methods/payment-method.ts";
import { type IssuedOrder, issueOrder } from "../issuing/issue-order.ts";
import { sendAtIssue } from "../messages/request-message.ts";
import { ensureReturnSecret } from "../orders/return-secret.ts";
import { returnUrlRule } from "../orders/return-urls.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import type { Services } from "../services.ts";
import { environmentOf } from "../settings/world.ts";
import { standardTerms } from "./agreement-store.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { requireOwnDigitalFiles } from "./digital-content.ts";
import { namesOfMethods } from "./field-reader.ts";
import { readInvoice } from "./invoice-input.ts";
import { withKnownClient } from "./known-client.ts";
import { requireOwnImages } from "./own-images.ts";
import { requireTakenAmount } from "./taken-amount.ts";

/** What issuing needs of the installation. */
export type IssuingServices = Pick<
  Services,
  "config" | "clock" | "ids" | "db" | "providers" | "sealing" | "signing" | "http" | "mailer"
>;

/** The merchant that issues, without the caller. */
export type IssuingMerchant = Omit<ApiMerchant, "principal" | "scopes">;

/** What a merchant's methods can take in a currency. */
export type TakenByMethods = {
  /** Names of the methods that have an account. */
  readonly served: ReadonlySet<AllowedMethodName>;
  readonly limits: ReadonlyMap<MethodId, AmountLimits>;
};

/** Asks what the merchant's methods take. Before any transaction: a provider may be asked. */
export async function methodsOfMerchant(
  { providers }: Pick<Services, "providers">,
  merchantId: number,
  currency: string,
): Promise<TakenByMethods> {
  const methods = await providers.served(merchantId);
  const limits = await providers.amountLimits(merchantId, [...methods], currency);
  return { served: namesOfMethods(methods), limits };
}

/**
 * Reads a body and issues its invoice.
 * @param trx the caller's transaction; a Problem thrown here must roll it back
 * @param from the language is that of a refusal which names the seller's missing facts
 * @throws Problem `shop_not_approved`, `seller_incomplete`, those of `readInvoice` and of `issueOrder`
 */
export async function issueInvoice(
  services: IssuingServices,
  trx: Transaction<Schema>,
  from: {
    readonly merchant: IssuingMerchant;
    readonly body: NewInvoice;
    readonly methods: TakenByMethods;
    readonly language: Language;
  },
): Promise<IssuedOrder> {
  const { merchant, body, methods } = from;
  // Said before anything that the shop could put right by itself; what writes the order holds it.
  if (!merchant.isApproved) throw new Problem("shop_not_approved");
  requireCompleteSeller(merchant.missingFacts, from.language);
  const urlRule = returnUrlRule(environmentOf(services.config.environment, merchant), merchant.redirectHosts);
  const now = services.clock.now();
  const known = await withKnownClient(trx, merchant.id, body);
  const agreed = body.agreement === undefined ? await standardTerms(trx, merchant) : null;
  const read = readInvoice(known.body, { seller: merchant, urlRule, served: methods.served, now });
  const input = { ...read, agreement: read.agreement ?? agreed };
  await requireOwnImages(trx, merchant.id, input.lines);
  await requireOwnDigitalFiles(trx, merchant.id, input.lines);
  // Before the first buyer comes back, the merchant can read what signs the way.
  if (!merchant.hasReturnSecret && (input.callbackUrl ?? input.cancelUrl))
    await ensureReturnSecret(services, trx, merchant.id);
  const client = input.client && { ...input.client, rowId: known.rowId };
  const issued = await issueOrder(services, trx, { ...input, client, merchant, source: "api" });
  requireTakenAmount(issued.order, methods);
  const { send = null, language = null } = body;
  const { id: orderId, sendsLink } = issued;
  await sendAtIssue(services, trx, { merchantId: merchant.id, orderId, send, sendsLink, language });
  return issued;
}
