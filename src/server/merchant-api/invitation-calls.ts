/** Inviting colleagues to a shop: by mail, or by a text message to a mobile that signs in (docs/decisions/0225). */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import type { Language } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { Problem } from "#core/problem.ts";
import type { Role } from "#core/roles.ts";
import { runInTransaction } from "#db/open.ts";
import { mountCall } from "../http/mount.ts";
import type { Budget } from "../limits/budgets.ts";
import { createSharedLimits, type SharedLimits, type Use } from "../limits/shared-limits.ts";
import { channelOf } from "../messages/channel-directory.ts";
import { invite, withdraw } from "../people/invitations.ts";
import { linkMail, linkSms } from "../people/people-mail.ts";
import { findPerson, readEmail, type SignInName } from "../people/persons.ts";
import { shopOf } from "../people/team.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { merchantOf } from "./authenticate.ts";
import { sessionOf } from "./authenticate-person.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

const dayMs = 24 * 60 * 60_000;
const ofMobile: Budget = { most: limits.invitationsPerMobilePerDay, windowMs: dayMs };
const ofInstallation: Budget = { most: limits.invitationsBySmsPerDay, windowMs: dayMs };

/** A shop that waits for the operator is its owner's word alone: a stranger could mail others with it. */
function ofShop({ isApproved }: { readonly isApproved: boolean }): Budget {
  const most = isApproved ? limits.invitationsPerShopPerDay : limits.invitationsPerWaitingShopPerDay;
  return { most, windowMs: dayMs };
}

type Shop = { readonly merchantId: number; readonly name: string; readonly isApproved: boolean };

/** Mounts the calls in a scope of people who are signed in. */
export function mountInvitationCalls(scope: FastifyInstance, services: Services): void {
  const { db, clock, log } = services;
  const shared = createSharedLimits(services);

  mountCall(scope, peopleCalls, "POST /api/v1/team/invitations", async ({ body }, { request }) => {
    const { role } = body;
    const address = readInvited(body);
    const shop = await readShop(services, merchantOf(request).id);
    if ("mobile" in address) await judgeMobile(services, shop);
    else requireMail(services);
    await count(shared, shop, address);
    const invitation = await make(services, { shop, address, role, invitedBy: sessionOf(request).personId });
    noteChange(request, { after: { ...address, role } });
    const { token, ...made } = invitation;
    const isSent = await send(services, { shop, address, token }).catch((error: unknown) => {
      log.error("invitation_not_sent", { requestId: request.id, error });
      return false;
    });
    return { ...made, isSent };
  });

  mountCall(
    scope,
    peopleCalls,
    "DELETE /api/v1/team/invitations/:invitationId",
    async ({ params }, { request }) => {
      const id = readId(params.invitationId, "not_found");
      const merchantId = await shopOf(db.kysely, merchantOf(request).id);
      if (!(await withdraw(db.kysely, { merchantId, id, now: clock.now() }))) throw new Problem("not_found");
      return { isDone: true } as const;
    },
  );
}

function readInvited({
  email,
  mobile,
}: {
  email?: string | undefined;
  mobile?: string | undefined;
}): SignInName {
  if (email !== undefined) {
    const address = readEmail(email);
    if (address !== null) return { email: address };
    throw wrongFields([{ path: "email", code: "invalid", message: "must be an e-mail address" }]);
  }
  const parsed = parseMobile(mobile ?? "", "SA");
  if (parsed.kind === "ok") return { mobile: parsed.e164 };
  throw wrongFields([{ path: "mobile", code: "invalid", message: "must be a Saudi mobile" }]);
}

async function readShop({ db }: Services, ofMerchant: number): Promise<Shop> {
  const merchantId = await shopOf(db.kysely, ofMerchant);
  const { name, approved_at } = await db.kysely
    .selectFrom("merchants")
    .select(["shop_name as name", "approved_at"])
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return { merchantId, name, isApproved: approved_at !== null };
}

/**
 * A text message says the shop's own name to a stranger, at the operator's cost: a shop that the operator does not know yet sends none.
 * @throws Problem `shop_not_approved`; `validation_failed` where nothing sends text messages
 */
async function judgeMobile(services: Services, { merchantId, isApproved }: Shop): Promise<void> {
  if (!isApproved) throw new Problem("shop_not_approved");
  if (await channelOf(services, services.db.kysely, { merchantId, channel: "sms" })) return;
  throw wrongFields([
    { path: "mobile", code: "no_sms_account", message: "nothing here sends text messages: invite by e-mail" },
  ]);
}

/** @throws Problem `validation_failed` where nothing sends mail: an invitation that does not go out would wait to be withdrawn */
function requireMail({ config }: Services): void {
  if (config.smtpUrl !== null) return;
  throw wrongFields([
    { path: "email", code: "no_mail_server", message: "nothing here sends mail (SMTP_URL)" },
  ]);
}

/** The narrow ones first: what they refuse takes nothing of the wide ones. @throws Problem `rate_limited` */
async function count(shared: SharedLimits, shop: Shop, address: SignInName): Promise<void> {
  const uses: (readonly [Use, Budget])[] =
    "mobile" in address ? [[["invitations of a mobile", address.mobile], ofMobile]] : [];
  uses.push([["invitations of a shop", String(shop.merchantId)], ofShop(shop)]);
  if ("mobile" in address) uses.push([["invitations by SMS", "all"], ofInstallation]);
  for (const [use, budget] of uses) {
    const retryAfterSeconds = await shared.take(use, budget);
    if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
  }
}

async function make(
  { db, clock }: Services,
  order: {
    readonly shop: Shop;
    readonly address: SignInName;
    readonly role: Role;
    readonly invitedBy: number;
  },
) {
  const { shop, ...rest } = order;
  return await runInTransaction(db.kysely, (trx) =>
    invite(trx, { ...rest, merchantId: shop.merchantId, now: clock.now() }),
  );
}

/** Whether it went out; the token is in the message alone. */
async function send(
  services: Services,
  invitation: { readonly shop: Shop; readonly address: SignInName; readonly token: string },
): Promise<boolean> {
  const { config, db, ids, mailer } = services;
  const { shop, address, token } = invitation;
  const known = await findPerson(db.kysely, address);
  const language: Language = known?.language ?? "ar";
  const link = `${config.consoleUrl}/invitation/${token}`;
  if ("email" in address) {
    const words = { shop: shop.name };
    await mailer(linkMail({ kind: "invitation", to: address.email, language, link, words }));
    return true;
  }
  const channel = await channelOf(services, db.kysely, { merchantId: shop.merchantId, channel: "sms" });
  const text = linkSms("invitation", language, { link, shop: shop.name });
  const sent = await channel?.send({
    id: ids.attemptId(),
    to: address.mobile,
    content: { channel: "sms", text },
  });
  return sent?.kind === "accepted";
}
