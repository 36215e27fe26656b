/**
 * A shop that a person opens: at sign-up, or later beside the first one (docs/decisions/0140). It is theirs as its owner. Where its
 * money would be real it waits for the operator, unless the operator has invited them; meanwhile it has a test world.
 */
import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import { limits } from "#core/limits.ts";
import { isProblem, type ProblemField } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { writeAudit } from "../audit/audit-log.ts";
import { createMerchant } from "../merchant-api/api-keys.ts";
import { FieldReader } from "../merchant-api/field-reader.ts";
import { readMerchantColumns } from "../merchant-api/merchant-input.ts";
import { openTestWorld } from "../merchant-api/test-world.ts";
import { setMembership } from "../people/persons.ts";
import { mayOpenShop, type Names, takeShopInvitation } from "../people/shop-openings.ts";
import type { Services } from "../services.ts";
import type { Config } from "../settings/config.ts";

/** What is asked for of a new shop: its name, and by what its buyers and the operator reach it. */
export type ShopFacts = { readonly shopName: string; readonly email: string; readonly phone: string };

/** A shop as it is stored, or the fields that are wrong. */
export function readShopFacts(facts: ShopFacts): ShopFacts | readonly ProblemField[] {
  const reader = new FieldReader("SAR");
  const { shop_name: shopName = "", email = "", phone = "" } = readMerchantColumns(reader, facts);
  reader.refuseCardNumber("shopName", shopName);
  try {
    reader.refuseWrong();
    return { shopName, email, phone };
  } catch (error) {
    if (isProblem(error)) return error.fields ?? [];
    throw error;
  }
}

export type Opening = {
  readonly personId: number;
  readonly names: Names;
  readonly shop: ShopFacts;
  /** Which of the person's openings it is: sent again it opens no second shop. */
  readonly key: string;
  /** Where the person is (`addressGroup`). */
  readonly address: string;
};

export type OpenedShop = {
  readonly merchantId: number;
  readonly isApproved: boolean;
  /** Where it can be used at once while it waits; null where the installation has no test worlds. */
  readonly testWorldId: number | null;
};

/** `not_allowed`: the operator opens shops, or has not invited this person. `too_many`: of the person's own, or of those that wait. */
export class OpeningRefused extends Error {
  readonly why: "not_allowed" | "too_many";

  constructor(why: OpeningRefused["why"]) {
    super(`no shop was opened: ${why}`);
    this.why = why;
  }
}

/**
 * Opens it, in the caller's transaction with its entry in the audit log.
 * @throws OpeningRefused, which must roll the transaction back
 */
export async function openShop(
  services: Pick<Services, "config" | "clock" | "ids" | "log">,
  trx: Transaction<Schema>,
  opening: Opening,
): Promise<OpenedShop> {
  const { config, clock } = services;
  const { personId, names, shop, key, address } = opening;
  const now = clock.now();
  // One opening of a person at a time: a second press finds the shop of the first, and limits are not overtaken.
  await trx.selectFrom("persons").select("id").where("id", "=", personId).forNoKeyUpdate().execute();
  const before = await openedBy(trx, personId);
  const same = before.find((one) => one.key === key);
  if (same) return same;
  if (!(await mayOpenShop(trx, config, names, now))) throw new OpeningRefused("not_allowed");
  const waiting = before.filter(({ isApproved }) => !isApproved);
  if (before.length >= limits.shopsPerPerson || waiting.length >= limits.waitingShopsPerPerson)
    throw new OpeningRefused("too_many");
  if (config.signUp === "invited" && !(await takeShopInvitation(trx, names, now)))
    throw new OpeningRefused("not_allowed");
  const isApproved = isApprovedAtOnce(config);
  const username = newUsername(shop);
  const approvedAt = isApproved ? new Date(now) : null;
  const made = { ...shop, username, approvedAt, opening: { personId, key } };
  const { id: merchantId } = await createMerchant(trx, made);
  await setMembership(trx, { merchantId, personId, role: "owner" });
  const world =
    isApproved || config.testSimulatorUrl === null
      ? null
      : await openTestWorld(trx, services, { liveId: merchantId, copy: "at first" });
  await writeAudit(trx, {
    actor: `person ${personId}`,
    act: "open a shop",
    merchantId,
    subject: username,
    role: "owner",
    address,
    result: "done",
    details: { after: { shopName: shop.shopName } },
  });
  // The operator, who reads no mail of ours, sees that somebody waits.
  services.log.info("shop_opened", { username, isApproved });
  return { merchantId, isApproved, testWorldId: world?.id ?? null };
}

/** Nothing waits where nothing is real, nor a shop of somebody whom the operator has named. */
function isApprovedAtOnce({ environment, signUp }: Pick<Config, "environment" | "signUp">): boolean {
  return environment === "local" || environment === "test" || signUp === "invited";
}

async function openedBy(trx: Transaction<Schema>, personId: number) {
  const rows = await trx
    .selectFrom("merchants as m")
    .leftJoin("merchants as t", "t.live_merchant_id", "m.id")
    .select(["m.id", "m.opening_key as key", "m.approved_at", "t.id as testWorldId"])
    .where("m.opened_by", "=", personId)
    .where("m.deactivated_at", "is", null)
    .execute();
  return rows.map(({ id, key, approved_at, testWorldId }) => ({
    merchantId: id,
    key,
    isApproved: approved_at !== null,
    testWorldId,
  }));
}

/** Letters and digits that do not look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** The operator's name for the shop: what is Latin of its name or its address, and an end that cannot be guessed. */
function newUsername({ shopName, email }: ShopFacts): string {
  const latin = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 24);
  const [begin = "shop"] = [latin(shopName), latin(email.split("@")[0] ?? "")].filter(
    ({ length }) => length >= 3,
  );
  const end = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("");
  return `${begin.replace(/-+$/, "")}-${end}`;
}

/** Where the person is redirected: the shop, or the test world of one that waits. */
export function pathOfShop({ merchantId, isApproved, testWorldId }: OpenedShop): string {
  return isApproved || testWorldId === null ? `/?shop=${merchantId}` : `/test/${testWorldId}/`;
}
