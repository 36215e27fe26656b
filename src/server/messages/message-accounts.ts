/** Accounts at WhatsApp and Unifonic: the merchant's own, sealed as payment accounts are, and the installation's. */
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { MessageChannel } from "#core/messages/message-channel.ts";
import { Secret } from "#core/secret/secret.ts";
import type { Schema } from "#db/schema.ts";
import { type UnifonicSettings, unifonicChannel } from "#gateways/unifonic/channel.ts";
import { type WhatsAppSettings, whatsappChannel } from "#gateways/whatsapp/channel.ts";
import { readBaseUrl, readVariables } from "#methods/environment.ts";
import { refuseInTestWorld } from "../payments/provider-accounts.ts";
import type { Services } from "../services.ts";

export type AccountServices = Pick<Services, "config" | "sealing" | "http">;

type Db = Kysely<Schema> | Transaction<Schema>;

/** Channels that need an account. */
export const accountChannels = ["whatsapp", "sms"] as const;
export type AccountChannel = (typeof accountChannels)[number];

/** Whose account: a merchant's row id, or the installation's. */
export type AccountOwner = number | "installation";

const secret = z
  .string()
  .min(8)
  .max(2_000)
  .transform((text) => new Secret(text));

const stored = {
  whatsapp: z.strictObject({
    phoneNumberId: z.string().regex(/^\d{5,20}$/),
    accessToken: secret,
    appSecret: secret,
    verifyToken: secret,
  }),
  sms: z.strictObject({
    appSid: secret,
    sender: z.string().min(1).max(11),
    /** Stands in the address of the reports, which are not signed. */
    webhookSecret: z
      .string()
      .regex(/^[\w-]{16,100}$/)
      .transform((text) => new Secret(text)),
  }),
};

type Stored = { readonly [name in AccountChannel]: z.output<(typeof stored)[name]> };

/** Reads settings as a merchant sends them. @throws ZodError that names what is wrong and shows no value */
export function readAccountSettings(channel: AccountChannel, settings: unknown): void {
  stored[channel].parse(settings);
}

/** What seals them: the same purpose as of payment accounts, whose table they share. */
const purposeOf = (merchantId: number, channel: AccountChannel): string => `${merchantId}:${channel}`;

/** Stores or replaces a merchant's own account. */
export async function storeMessageAccount(
  { sealing }: Pick<Services, "sealing">,
  db: Db,
  account: { readonly merchantId: number; readonly channel: AccountChannel; readonly settings: unknown },
): Promise<void> {
  const { merchantId, channel, settings } = account;
  await refuseInTestWorld(db, merchantId);
  readAccountSettings(channel, settings);
  const sealed = sealing.seal(JSON.stringify(settings), purposeOf(merchantId, channel));
  await db
    .insertInto("provider_accounts")
    .values({ merchant_id: merchantId, method: channel, sealed_settings: sealed })
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "method"])
        .doUpdateSet({ sealed_settings: sealed, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Removes a merchant's own account; its messages go through the installation's from then on, where there is one. */
export async function removeMessageAccount(
  db: Db,
  merchantId: number,
  channel: AccountChannel,
): Promise<void> {
  await db
    .deleteFrom("provider_accounts")
    .where("merchant_id", "=", merchantId)
    .where("method", "=", channel)
    .execute();
}

/** When a merchant stored its own account; null: it has none. */
export async function storedAt(db: Db, merchantId: number, channel: AccountChannel): Promise<Date | null> {
  const row = await db
    .selectFrom("provider_accounts")
    .select("updated_at")
    .where("merchant_id", "=", merchantId)
    .where("method", "=", channel)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** The settings of an account, or null where there is none. */
export async function openAccount<Name extends AccountChannel>(
  { config, sealing }: Pick<AccountServices, "config" | "sealing">,
  db: Db,
  { owner, channel }: { readonly owner: AccountOwner; readonly channel: Name },
): Promise<Stored[Name] | null> {
  if (owner === "installation") return ofInstallation(config, channel);
  const row = await db
    .selectFrom("provider_accounts")
    .select("sealed_settings")
    .where("merchant_id", "=", owner)
    .where("method", "=", channel)
    .executeTakeFirst();
  if (!row) return null;
  const text = sealing.open(row.sealed_settings, purposeOf(owner, channel));
  return stored[channel].parse(JSON.parse(text)) as Stored[Name];
}

const simulated = {
  whatsapp: {
    phoneNumberId: "100000000000001",
    accessToken: "whatsapp-token-of-tests",
    appSecret: "whatsapp-app-secret-of-tests",
    verifyToken: "whatsapp-verify-token-of-tests",
  },
  sms: { appSid: "unifonic-app-sid-of-tests", sender: "WASL", webhookSecret: "unifonic-webhook-secret" },
} as const;

function ofInstallation<Name extends AccountChannel>(
  config: Services["config"],
  channel: Name,
): Stored[Name] | null {
  const given = givenSettings(config.variables, channel);
  const settings = given ?? (config.simulatorUrl === null ? null : simulated[channel]);
  return settings && (stored[channel].parse(settings) as Stored[Name]);
}

/** Of one channel alone: half of the other one's settings is none of its business. */
function givenSettings(environment: Services["config"]["variables"], channel: AccountChannel): unknown {
  if (channel === "sms") {
    const sms = readVariables(environment, [
      "UNIFONIC_APP_SID",
      "UNIFONIC_SENDER",
      "UNIFONIC_WEBHOOK_SECRET",
    ]);
    return (
      sms && {
        appSid: sms.UNIFONIC_APP_SID,
        sender: sms.UNIFONIC_SENDER,
        webhookSecret: sms.UNIFONIC_WEBHOOK_SECRET,
      }
    );
  }
  const whatsapp = readVariables(environment, [
    "WHATSAPP_PHONE_NUMBER_ID",
    "WHATSAPP_ACCESS_TOKEN",
    "WHATSAPP_APP_SECRET",
    "WHATSAPP_VERIFY_TOKEN",
  ]);
  return (
    whatsapp && {
      phoneNumberId: whatsapp.WHATSAPP_PHONE_NUMBER_ID,
      accessToken: whatsapp.WHATSAPP_ACCESS_TOKEN,
      appSecret: whatsapp.WHATSAPP_APP_SECRET,
      verifyToken: whatsapp.WHATSAPP_VERIFY_TOKEN,
    }
  );
}

/** Where a provider is, for every account: an account may not point our server at an address of its choice. */
function addressOf(
  { variables, simulatorUrl, environment }: Services["config"],
  channel: AccountChannel,
): string {
  const [name, path, real] =
    channel === "whatsapp"
      ? (["WHATSAPP_BASE_URL", "/whatsapp/v26.0", "https://graph.facebook.com/v26.0"] as const)
      : (["UNIFONIC_BASE_URL", "/unifonic", "https://el.cloud.unifonic.com"] as const);
  const address = readBaseUrl(variables, name, simulatorUrl === null ? real : `${simulatorUrl}${path}`);
  if (environment === "live" && !address.startsWith("https://"))
    throw new Error(`${name} must begin with https:// in the live environment.`);
  return address;
}

/** Where the provider of an account reports to. Unifonic's reports are unsigned: their address is the secret. */
export function reportUrl(
  { config }: Pick<Services, "config">,
  account: { readonly owner: AccountOwner; readonly channel: AccountChannel; readonly secret: string },
): string {
  const { owner, channel, secret: end } = account;
  const address = `${config.serverUrl}/rest/messages/${channel}/${owner}`;
  return channel === "sms" ? `${address}/${end}` : address;
}

/** The channel of an account, or null where there is none. */
export async function accountChannel(
  services: AccountServices,
  db: Db,
  { owner, channel }: { readonly owner: AccountOwner; readonly channel: AccountChannel },
): Promise<MessageChannel | null> {
  const ports = { http: services.http };
  const baseUrl = addressOf(services.config, channel);
  if (channel === "whatsapp") {
    const settings = await openAccount(services, db, { owner, channel });
    return (
      settings && whatsappChannel({ ...settings, baseUrl } satisfies WhatsAppSettings, ports, String(owner))
    );
  }
  const settings = await openAccount(services, db, { owner, channel });
  if (!settings) return null;
  const { appSid, sender, webhookSecret } = settings;
  const statusUrl = reportUrl(services, { owner, channel, secret: webhookSecret.reveal() });
  return unifonicChannel(
    { baseUrl, appSid, sender, statusUrl } satisfies UnifonicSettings,
    ports,
    String(owner),
  );
}
