/**
 * Whether SMS and WhatsApp can be sent, account by account. Unifonic is asked about a message that cannot be there; of
 * WhatsApp it is only said that it is set, and nothing is sent to find out.
 */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Schema } from "#db/schema.ts";
import {
  type AccountChannel,
  type AccountOwner,
  type AccountServices,
  accountChannel,
  accountChannels,
} from "../messages/message-accounts.ts";
import { type Finding, failureOf, recordAnswers } from "../payments/probe-account.ts";

type Result = Omit<Finding, "what">;

export type MessageAccountKey = {
  readonly what: string;
  readonly owner: AccountOwner;
  readonly channel: AccountChannel;
};

type Facts = {
  /** As the operator's settings are called. */
  readonly variables: string;
  readonly provider: string;
};

const factsOf: Readonly<Record<AccountChannel, Facts>> = {
  sms: { variables: "UNIFONIC_APP_SID, UNIFONIC_SENDER and UNIFONIC_WEBHOOK_SECRET", provider: "Unifonic" },
  whatsapp: {
    variables:
      "WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_ACCESS_TOKEN, WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN",
    provider: "Meta",
  },
};

/** The installation's accounts for messages, then those of merchants. */
export async function messageAccounts(db: Kysely<Schema>): Promise<readonly MessageAccountKey[]> {
  const rows = await db
    .selectFrom("provider_accounts as a")
    .innerJoin("merchants as m", "m.id", "a.merchant_id")
    .select(["a.merchant_id", "a.method", "m.username"])
    .where("a.method", "in", [...accountChannels])
    .orderBy("m.username")
    .orderBy("a.method")
    .execute();
  const merchants = rows.flatMap(({ merchant_id: owner, method, username }) => {
    const channel = accountChannels.find((known) => known === method);
    return channel ? [{ what: `${channel} of ${username}`, owner, channel }] : [];
  });
  const own = accountChannels.map((channel) => ({ what: channel, owner: "installation" as const, channel }));
  return [...own, ...merchants];
}

/** Examines one account. @throws Error the sentence that says which variable is missing */
export async function examineMessageAccount(
  services: AccountServices & Parameters<typeof recordAnswers>[0],
  db: Kysely<Schema>,
  { owner, channel: name }: MessageAccountKey,
): Promise<Result> {
  const { variables, provider } = factsOf[name];
  const whatToDo =
    owner === "installation"
      ? `look at ${variables}`
      : `its merchant stores it again (PUT /api/v1/messages/accounts/${name})`;
  const seen = recordAnswers(services);
  const opened = await accountChannel({ ...services, http: seen.http }, db, { owner, channel: name }).catch(
    (error: unknown) => {
      if (!(error instanceof z.ZodError)) throw error;
      return new Set(error.issues.map(({ path }) => path.join(".")));
    },
  );
  if (opened === null)
    return {
      state: "off",
      detail: `${variables} are not set: only merchants with an account of their own send`,
    };
  if (opened instanceof Set)
    return { state: "wrong", detail: `missing or wrong: ${[...opened].join(", ")}; ${whatToDo}` };
  if (opened.check === null)
    return {
      state: "ok",
      detail: `it is set; whether ${provider} takes it is seen when a message is sent`,
    };
  const answer = await opened.check({ id: "doctor", providerId: null });
  if (answer.kind !== "unknown") return { state: "ok", detail: `${provider} answers` };
  const why = failureOf(seen.last()) ?? `it answers, and refuses: ${answer.reason}`;
  return { state: "wrong", detail: `${provider}: ${why}; ${whatToDo}` };
}

/** What leaves test worlds beside a live shop: nothing to telephones (docs/decisions/0106). */
export async function examineTestWorlds(db: Kysely<Schema>): Promise<Result> {
  const { count } = await db
    .selectFrom("merchants")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("world", "=", "test")
    .where("live_merchant_id", "is not", null)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return { state: "off", detail: "no merchant has one" };
  return {
    state: "ok",
    detail: `${Number(count)}; no SMS and no WhatsApp leaves them, and mail goes to the shop's own addresses alone`,
  };
}
