/**
 * Confirming the buyer's e-mail address (Spec 7 registerClientEmail and confirmClientEmail). The answer never tells
 * what is known of an address; what a wrong code gets never tells why it is wrong.
 */
import type { FastifyInstance } from "fastify";
import { clientEmailCalls } from "#contract/client-email.ts";
import { misplacedCardNumber } from "#core/card/card-in-text.ts";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { normaliseDigits, stripBidiControls } from "#core/text.ts";
import { isEmail, isOtp } from "#core/validators.ts";
import {
  confirmAddress,
  countGuess,
  findLiveCode,
  type LiveCode,
  markFailed,
  storeCode,
} from "../client-email/client-email-store.ts";
import { codeMail } from "../client-email/code-mail.ts";
import { emailProof, keepEmailProof } from "../client-email/email-proof.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { isRefusedAddress } from "../notifications/mailer.ts";
import { mayReach } from "../notifications/may-reach.ts";
import { insertMessageEvent } from "../notifications/message-event.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { requirePayableOrder } from "../payments/guards.ts";
import type { Services } from "../services.ts";

/** Digits of a code: one in a million per guess, and five guesses. */
const codeDigits = 6;

/** Mounts both calls. */
export function mountClientEmailCalls(app: FastifyInstance, services: Services): void {
  mountCall(
    app,
    clientEmailCalls,
    "POST /rest/pay/registerClientEmail/:orderNumber",
    async ({ params, query, body }, { request }) => {
      const order = await requireDigitalOrder(services, params.orderNumber);
      const address = readAddress(body.email);
      const signature = await sendCode(services, order, address, query.lang ?? requestLanguage(request));
      return { success: true as const, emailType: body.emailType, signature };
    },
  );

  mountCall(
    app,
    clientEmailCalls,
    "POST /rest/pay/confirmClientEmail/:orderNumber",
    async ({ params, body }, { reply }) => {
      const order = await requireDigitalOrder(services, params.orderNumber);
      const address = readAddress(body.email);
      const otp = normaliseDigits(stripBidiControls(body.otp)).trim();
      if (!isOtp(otp)) throw wrongField("otp", "4 to 8 digits");
      await checkCode(services, order, { address, otp, signature: body.signature });
      const signature = emailProof(services, order.order_number);
      keepEmailProof(services, reply, signature);
      return { success: true as const, signature };
    },
  );
}

/** Sends a new code and gives the signature that ties it to this order and address. */
async function sendCode(
  services: Services,
  order: OrderRecord,
  address: string,
  language: Language,
): Promise<string> {
  const { clock, ids, log, signing } = services;
  const code = ids.otp(codeDigits);
  const nonce = ids.token(16);
  const stored = await storeCode(services.db.kysely, {
    merchantId: order.merchant_id,
    orderId: order.id,
    address,
    nonce,
    language,
    digest: signing.sign("otp", codeParts(order, { address, nonce }, code)),
    now: clock.now(),
  });
  const signature = signing.sign("email", requestParts(order, { address, nonce }));
  // A mailbox that has had enough gets nothing, and the caller does not learn about it.
  if (!stored.mayBeSent) {
    log.warn("e-mail code held back", { orderId: order.id });
    return signature;
  }
  const { order_number: orderNumber, merchant_shop_name: shop, merchant_world: world } = order;
  if (!(await mayReach(services.db.kysely, { merchantId: order.merchant_id, address }))) {
    await insertCodeEvent(services, order, "refused");
    return signature;
  }
  try {
    await services.mailer(codeMail({ to: address, code, shop, orderNumber, language, world }));
    log.info("e-mail code sent", { orderId: order.id });
    await insertCodeEvent(services, order, "sent");
  } catch (error) {
    // Whether an address exists is not for us to tell.
    if (isRefusedAddress(error)) {
      log.info("e-mail address refused", { orderId: order.id });
      await insertCodeEvent(services, order, "refused");
    } else {
      await insertCodeEvent(services, order, "unreachable");
      await markFailed(services.db.kysely, stored);
      log.error("e-mail code not sent", { orderId: order.id, error });
      throw new Problem("overloaded", { retryAfterSeconds: 30 });
    }
  }
  return signature;
}

/** The merchant's event; the buyer's answer does not depend on it. */
async function insertCodeEvent(
  { db, log }: Services,
  order: OrderRecord,
  outcome: "sent" | "refused" | "unreachable",
): Promise<void> {
  const message = {
    merchantId: order.merchant_id,
    orderId: order.id,
    kind: "email_code",
    outcome,
  } as const;
  await insertMessageEvent(db.kysely, message).catch((error: unknown) =>
    log.error("message event not written", { orderId: order.id, error }),
  );
}

type Guess = { readonly address: string; readonly otp: string; readonly signature: string };

/** Judges a code; returns when it was right and is used up now. */
async function checkCode(services: Services, order: OrderRecord, guess: Guess): Promise<void> {
  const { signing } = services;
  const db = services.db.kysely;
  const code = await findLiveCode(db, order);
  // Without the signature of the newest request no guess is taken, so others cannot use up the buyer's guesses.
  if (!code || !isOfRequest(services, order, code, guess)) throw new Problem("email_code_wrong");
  const now = services.clock.now();
  const counted = await countGuess(db, code, now);
  if (counted === "locked") throw new Problem("otp_locked");
  const isRight = signing.verify("otp", codeParts(order, code, guess.otp), code.code_digest);
  if (counted === "over" || !isRight) throw new Problem("email_code_wrong");
  const confirmed = { code, orderId: order.id, address: code.address, now };
  if (!(await confirmAddress(db, confirmed))) throw new Problem("email_code_wrong");
  services.log.info("e-mail address confirmed", { orderId: order.id });
}

function isOfRequest(services: Services, order: OrderRecord, code: LiveCode, guess: Guess): boolean {
  return (
    guess.address.toLowerCase() === code.address.toLowerCase() &&
    services.signing.verify("email", requestParts(order, code), guess.signature)
  );
}

/** Only open orders with something digital in them ask for an address, and only until one is confirmed (Spec 4). */
async function requireDigitalOrder(services: Services, orderNumber: string): Promise<OrderRecord> {
  const order = await requirePayableOrder(services, orderNumber);
  if (!order.has_digital) throw new Problem("not_found");
  if (order.client_validated_at !== null) throw new Problem("email_already_confirmed");
  return order;
}

function readAddress(typed: string): string {
  const address = stripBidiControls(typed).trim();
  if (!isEmail(address)) throw wrongField("email", "not an e-mail address");
  const misplaced = misplacedCardNumber("email", address);
  if (misplaced) throw new Problem("validation_failed", { fields: [misplaced] });
  return address;
}

function wrongField(path: string, message: string): Problem {
  return new Problem("validation_failed", { fields: [{ path, code: "invalid", message }] });
}

type CodeRequest = Pick<LiveCode, "address" | "nonce">;

/** Four parts, where the proof of a confirmed address has two: neither can be taken for the other. */
function requestParts(order: OrderRecord, { address, nonce }: CodeRequest): string[] {
  return ["code", order.order_number, address.toLowerCase(), nonce];
}

function codeParts(order: OrderRecord, { address, nonce }: CodeRequest, code: string): string[] {
  return ["client-email", order.order_number, address.toLowerCase(), nonce, code];
}
