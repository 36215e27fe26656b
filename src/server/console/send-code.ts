/**
 * Sending the code that shows whose a mailbox or a mobile is: by mail, or as a text message of the installation's account, else of a
 * shop's own. Where there is neither account no mobile can be proven, and none is taken.
 */
import type { FastifyRequest } from "fastify";
import type { Language } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import type { MessageChannel } from "#core/messages/message-channel.ts";
import { Problem } from "#core/problem.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { Budget } from "../limits/budgets.ts";
import { createSharedLimits, type SharedLimits, type Use } from "../limits/shared-limits.ts";
import { accountChannel } from "../messages/message-accounts.ts";
import { codeMail, codeSms } from "../people/people-mail.ts";
import { type SignInName, shopsOf } from "../people/persons.ts";
import type { Services } from "../services.ts";

const hourMs = 60 * 60_000;
const budgets = {
  address: { most: limits.addressCodesPerAddressPerHour, windowMs: hourMs },
  mailbox: { most: limits.addressCodesPerMailboxPerHour, windowMs: hourMs },
  mailboxOfDay: { most: limits.addressCodesPerMailboxPerDay, windowMs: 24 * hourMs },
  sms: { most: limits.addressCodesBySmsPerDay, windowMs: 24 * hourMs },
  guesses: { most: limits.addressCodeGuessesPerAddressPerHour, windowMs: hourMs },
} as const satisfies Record<string, Budget>;

export type CodeLimits = {
  /**
   * Counts a code that is asked for: by who asks and by where it goes, whether an account has that name or not.
   * @throws Problem `rate_limited`
   */
  readonly takeCode: (request: FastifyRequest, address: SignInName) => Promise<void>;
  /** Counts a guess. @throws Problem `rate_limited` */
  readonly takeGuess: (request: FastifyRequest) => Promise<void>;
};

/** Makes what counts. Codes cost money and are guessed: they are counted whatever the settings say of limits. */
export function createCodeLimits(services: Services): CodeLimits {
  const shared = createSharedLimits(services);
  return {
    takeCode: async (request, address) => {
      const to = "email" in address ? address.email : address.mobile;
      // The narrow one first: what it refuses takes nothing of the wide ones.
      await take(shared, ["address codes of a mailbox", to], budgets.mailbox);
      await take(shared, ["address codes of a mailbox in a day", to], budgets.mailboxOfDay);
      const group = addressGroup(request.ip);
      if (services.config.rateLimits)
        await take(shared, ["address codes of an address", group], budgets.address);
      if ("mobile" in address) await take(shared, ["address codes by SMS", "all"], budgets.sms);
    },
    takeGuess: async (request) => {
      if (services.config.rateLimits)
        await take(shared, ["guesses at address codes", addressGroup(request.ip)], budgets.guesses);
    },
  };
}

async function take(shared: SharedLimits, use: Use, budget: Budget): Promise<void> {
  const retryAfterSeconds = await shared.take(use, budget);
  if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
}

/**
 * What sends text messages to people: the installation's account, else the account of a shop in which the person works.
 * @param personId null for somebody who signs up
 */
export async function smsChannel(
  services: Services,
  personId: number | null,
): Promise<MessageChannel | null> {
  const { kysely } = services.db;
  const own = await accountChannel(services, kysely, { owner: "installation", channel: "sms" });
  if (own !== null || personId === null) return own;
  for (const { merchantId, world } of await shopsOf(kysely, personId)) {
    const ofShop = world === "live" && { owner: merchantId, channel: "sms" as const };
    const channel = ofShop ? await accountChannel(services, kysely, ofShop) : null;
    if (channel !== null) return channel;
  }
  return null;
}

/** Sends a code. What goes wrong is in the log: the page that answers waits for no provider, and says the same to every client. */
export async function sendCode(
  services: Services,
  request: FastifyRequest,
  message: {
    readonly address: SignInName;
    readonly code: string;
    readonly language: Language;
    readonly personId: number | null;
  },
): Promise<void> {
  const { address, code, language, personId } = message;
  try {
    if ("email" in address) return await services.mailer(codeMail({ to: address.email, language, code }));
    const channel = await smsChannel(services, personId);
    const content = { channel: "sms", text: codeSms(language, code) } as const;
    const sent = await channel?.send({ id: services.ids.attemptId(), to: address.mobile, content });
    if (sent?.kind !== "accepted")
      services.log.error("address_code_not_sent", {
        requestId: request.id,
        reason: sent?.kind ?? "no account",
      });
  } catch (error) {
    services.log.error("address_code_not_sent", { requestId: request.id, error });
  }
}
