/** Makes the test world of a merchant, and copies into it what the live one has (docs/decisions/0105). */
import { type Selectable, sql, type Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { copyImage } from "../images/copy-image.ts";
import { versionOfAgreement } from "../issuing/issue-order.ts";
import { sellerColumns } from "../parties/seller-party.ts";
import type { Services } from "../services.ts";
import { setStandardAgreement, standardTerms } from "./agreement-store.ts";

type Trx = Transaction<Schema>;

type ColumnOf<Table extends keyof Schema> = keyof Selectable<Schema[Table]>;

/**
 * What a test world has of its live merchant: each column is copied or is each world's own. Hosts and origins are that after the first
 * time; the logo and the terms are copies of their own.
 */
const isCopied = {
  id: false,
  username: false,
  world: false,
  live_merchant_id: false,
  shop_name: true,
  email: true,
  phone: true,
  vat_number: true,
  logo_image_id: false,
  redirect_hosts: true,
  frame_origins: true,
  allowed_countries: true,
  commission_rate_bps: true,
  sealed_return_secret: false,
  sealed_earlier_return_secret: false,
  return_secret_since: false,
  created_at: false,
  deactivated_at: false,
  buyer_data_months: true,
  paylink_amounts: true,
  return_request_days: true,
  standard_agreement: false,
  approved_at: false,
  opened_by: false,
  opening_key: false,
} as const satisfies Readonly<
  Record<Exclude<ColumnOf<"merchants">, (typeof sellerColumns)[number]>, boolean>
>;

type Column = keyof typeof isCopied;
type CopiedColumn = { [Name in Column]: (typeof isCopied)[Name] extends true ? Name : never }[Column];

const copiedColumns = [
  ...sellerColumns,
  ...(Object.keys(isCopied) as Column[]).filter((name): name is CopiedColumn => isCopied[name]),
];

const copiedOfContact = {
  city: true,
  address1: true,
  email: true,
  phone: true,
  commercial_registration: true,
  whatsapp: true,
  returns_url: true,
  returns_text: true,
  returns_text_en: true,
} as const satisfies Readonly<
  Record<Exclude<ColumnOf<"merchant_contacts">, "merchant_id" | "has_returns_text">, true>
>;
const contactColumns = Object.keys(copiedOfContact) as (keyof typeof copiedOfContact)[];

export type OpenedTestWorld = { readonly id: number; readonly username: string; readonly isNew: boolean };

/**
 * The test world of a live merchant, made where there is none. To be called where it is known that the installation has
 * simulators for it (`requireTestWorlds`).
 * @param copy `always`: an existing one gets what the live one has now; a new one always does
 * @throws Problem `in_test_world` when the merchant is a test world itself
 */
export async function openTestWorld(
  trx: Trx,
  { ids }: Pick<Services, "ids">,
  { liveId, copy }: { readonly liveId: number; readonly copy: "always" | "at first" },
): Promise<OpenedTestWorld> {
  // One at a time: two calls at once make one.
  const live = await trx
    .selectFrom("merchants")
    .select(["username", "world", "shop_name", "email", "phone"])
    .where("id", "=", liveId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (live.world === "test") throw new Problem("in_test_world");
  const known = await trx
    .selectFrom("merchants")
    .select(["id", "username"])
    .where("live_merchant_id", "=", liveId)
    .executeTakeFirst();
  const { username: liveName, ...named } = live;
  const made =
    known ??
    (await trx
      .insertInto("merchants")
      .values({ ...named, username: await freeName(trx, liveName), world: "test", live_merchant_id: liveId })
      .returning(["id", "username"])
      .executeTakeFirstOrThrow());
  if (!known || copy === "always") await copyFromLive(trx, { ids }, { liveId, testId: made.id });
  return { ...made, isNew: known === undefined };
}

/** @throws Problem `no_test_worlds` where the installation has no simulators for them */
export function requireTestWorlds({ testSimulatorUrl }: Pick<Services["config"], "testSimulatorUrl">): void {
  if (testSimulatorUrl === null) throw new Problem("no_test_worlds");
}

async function freeName(trx: Trx, liveName: string): Promise<string> {
  const wished = `${liveName.slice(0, 35)}-test`;
  const taken = await trx
    .selectFrom("merchants")
    .select("id")
    .where("username", "=", wished)
    .executeTakeFirst();
  return taken ? `${liveName.slice(0, 22)}-test-${Date.now().toString(36)}` : wished;
}

async function copyFromLive(
  trx: Trx,
  { ids }: Pick<Services, "ids">,
  { liveId, testId }: { readonly liveId: number; readonly testId: number },
): Promise<void> {
  const live = await trx
    .selectFrom("merchants")
    .select([...copiedColumns, "logo_image_id", "standard_agreement"])
    .where("id", "=", liveId)
    .executeTakeFirstOrThrow();
  const { logo_image_id: logo, standard_agreement: standardAgreement, ...columns } = live;
  const logoOfTest = logo && (await copyImage(trx, ids, { imageId: logo, from: liveId, to: testId }));
  await trx
    .updateTable("merchants")
    .set({ ...columns, logo_image_id: logoOfTest })
    .where("id", "=", testId)
    .execute();
  const contact = await trx
    .selectFrom("merchant_contacts")
    .select(contactColumns)
    .where("merchant_id", "=", liveId)
    .executeTakeFirst();
  await trx.deleteFrom("merchant_contacts").where("merchant_id", "=", testId).execute();
  if (contact)
    await trx
      .insertInto("merchant_contacts")
      .values({ merchant_id: testId, ...contact })
      .execute();
  await trx.deleteFrom("themes").where("merchant_id", "=", testId).execute();
  await sql`insert into themes (merchant_id, settings)
    select ${testId}, settings from themes where merchant_id = ${liveId}`.execute(trx);
  await copyWords(trx, { liveId, testId, standardAgreement });
}

/** The standard terms of sale, as a version of the test world's own, and the shop's words for its messages. */
async function copyWords(
  trx: Trx,
  of: { readonly liveId: number; readonly testId: number; readonly standardAgreement: number | null },
): Promise<void> {
  const { liveId, testId, standardAgreement } = of;
  const terms = await standardTerms(trx, { id: liveId, standardAgreement });
  const copied = terms && (await versionOfAgreement(trx, testId, terms));
  await setStandardAgreement(trx, testId, copied?.version ?? null);
  await trx.deleteFrom("message_wordings").where("merchant_id", "=", testId).execute();
  await sql`insert into message_wordings (merchant_id, kind, channel, language, subject, body, updated_at)
    select ${testId}, kind, channel, language, subject, body, updated_at from message_wordings
    where merchant_id = ${liveId}`.execute(trx);
}
