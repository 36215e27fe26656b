/** The operator's commands about shops that people open by themselves: whom to let in, and which may sell (docs/decisions/0140). */
import * as timing from "#core/timing.ts";
import { createMailer } from "#server/notifications/mailer.ts";
import { linkMail } from "#server/people/people-mail.ts";
import { readSignInName } from "#server/people/persons.ts";
import { inviteToOpenShop, withdrawShopInvitations } from "#server/people/shop-openings.ts";
import { systemClock } from "#server/ports.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";
import { whatIsMissing } from "./admin-seller.ts";

export const shopCommands: Readonly<Record<string, AdminCommand>> = {
  "approve-merchant": {
    words: "<username>",
    summary: "let a shop sell that its owner opened; its owners are mailed",
    details: 'Until then it issues in its test world alone. Which shops wait is in "list-merchants".',
    run: approve,
  },
  "invite-shop": {
    words: "<e-mail or mobile>",
    summary: "let somebody open a shop where WASL_SIGN_UP is invited; prints where",
    details: `The shop may sell at once. The invitation is good once, for 14 days.
Options:
  --withdraw   take an invitation back
Example: invite-shop noura@nakheel.example`,
    options: { withdraw: { type: "boolean" } },
    run: invite,
  },
};

async function approve(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const id = await merchantIdOf(parts, username);
  const { isNew, owners } = await runAdminAct(
    parts,
    { name: "approve-merchant", subject: username },
    async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("merchants")
        .set({ approved_at: new Date(systemClock.now()) })
        .where("id", "=", id)
        .where("approved_at", "is", null)
        .executeTakeFirst();
      const owners = await trx
        .selectFrom("memberships as s")
        .innerJoin("persons as p", "p.id", "s.person_id")
        .innerJoin("merchants as m", "m.id", "s.merchant_id")
        .select(["p.email", "p.language", "m.shop_name as shop"])
        .where("s.merchant_id", "=", id)
        .where("s.role", "=", "owner")
        .execute();
      return { isNew: numUpdatedRows > 0n, owners };
    },
  );
  if (!isNew) return `${username} may sell already.`;
  const notified = await tell(parts, owners);
  const missing = await whatIsMissing(parts.db.kysely, { id, username });
  return [`${username} may sell now.`, ...notified, ...missing].join("\n");
}

type Owner = { readonly email: string | null; readonly language: "ar" | "en"; readonly shop: string };

/** The approval stands whether a mail goes out or not. */
async function tell({ config }: AdminParts, owners: readonly Owner[]): Promise<readonly string[]> {
  const mailer = createMailer(config);
  const lines: string[] = [];
  for (const { email, language, shop } of owners) {
    if (email === null || config.consoleUrl === null) continue;
    const mail = linkMail({
      kind: "shopApproved",
      to: email,
      language,
      link: config.consoleUrl,
      words: { shop },
    });
    const isSent = await mailer(mail).then(
      () => true,
      () => false,
    );
    lines.push(isSent ? `${email} was mailed.` : `The mail to ${email} was not sent: tell them.`);
  }
  return lines;
}

async function invite(parts: AdminParts, given: Given): Promise<string> {
  const { consoleUrl, signUp } = parts.config;
  const [text = ""] = given.words;
  const address = readSignInName(text);
  if (address === null) throw new UsageError(`"${text}" is neither an e-mail address nor a Saudi mobile.`);
  if (consoleUrl === null || signUp !== "invited")
    throw new UsageError(
      "Shops are not opened by invitation here: set WASL_SIGN_UP=invited (docs/operations.md).",
    );
  const now = systemClock.now();
  const isWithdrawn = given.options["withdraw"] === true;
  const name = isWithdrawn ? "withdraw-shop-invitation" : "invite-shop";
  // Who is invited is a person's address: the log of acts does not keep it.
  return await runAdminAct(parts, { name, subject: null }, async (trx) => {
    if (isWithdrawn) {
      const was = await withdrawShopInvitations(trx, { email: null, mobile: null, ...address }, now);
      if (!was) throw new UsageError(`${text} has no invitation that could be used.`);
      return `The invitation of ${text} is withdrawn.`;
    }
    await inviteToOpenShop(trx, address, now);
    const days = timing.shopInvitationMs / (24 * 60 * 60_000);
    return `${consoleUrl}/sign-up\n${text} may open one shop there within ${days} days, with a code that is sent to that address.`;
  });
}
