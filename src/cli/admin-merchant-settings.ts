/** The operator's commands that change what is set of a merchant. */
import type { MerchantChanges } from "#contract/merchant.ts";
import { buyerDataMonths } from "#core/buyer-data-months.ts";
import { readPercent } from "#core/pricing/percent.ts";
import { changeMerchant, loadMerchant } from "#server/merchant-api/merchant-settings.ts";
import { setMerchantOpen } from "#server/recurring/open-merchant.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  listOption,
  merchantIdOf,
  readJsonObject,
  runAdminAct,
  textOption,
  UsageError,
} from "./admin-command.ts";

const settingOptions = {
  "shop-name": { type: "string" },
  "legal-name": { type: "string" },
  email: { type: "string" },
  phone: { type: "string" },
  "vat-number": { type: "string" },
  commission: { type: "string" },
  countries: { type: "string" },
  "buyer-data": { type: "string" },
} as const;

const settingDetails = `Options:
  --shop-name <text>      as buyers see it
  --legal-name <text>     as registered, in Arabic: on tax invoices; "none" takes it away. The rest: set-seller
  --email <address>
  --phone <number>
  --vat-number <number>   15 digits that begin and end with 3; "none": no VAT is charged
  --commission <percent>  0 to 50: the share that is added where the client pays fees
  --countries <codes>     countries that buyers may pay from, such as SA,AE; "all" for every country
  --buyer-data <months>   6 to 180: so long after an order is over its buyer's data is erased; "default": as
                          WASL_BUYER_DATA_MONTHS says`;

/** By their names. */
export const settingCommands: Readonly<Record<string, AdminCommand>> = {
  "set-merchant": {
    words: "<username>",
    summary: "change a merchant, close it, open it again",
    details: `${settingDetails}
  --deactivate            its keys are refused, its links are gone, nothing new is paid; its test world, too
  --activate              the opposite
Example: set-merchant nakheel --vat-number 310122393500003 --countries SA,AE`,
    options: {
      ...settingOptions,
      deactivate: { type: "boolean" },
      activate: { type: "boolean" },
    },
    run: setMerchant,
  },
  "set-redirect-hosts": {
    words: "<username> [host ...]",
    summary: "hosts that callbackUrl and cancelUrl may point at; replaces the list",
    details: "Example: set-redirect-hosts nakheel shop.nakheel.sa www.nakheel.sa",
    run: async (parts, given) => await setList(parts, given, "redirectHosts"),
  },
  "set-frame-origins": {
    words: "<username> [origin ...]",
    summary: "pages that may show the payment frame (docs/payment-frame.md); replaces the list",
    details: "Example: set-frame-origins nakheel https://shop.nakheel.sa",
    run: async (parts, given) => await setList(parts, given, "frameOrigins"),
  },
  "set-contact": {
    words: "<username>",
    summary: "address and contact for pages and papers, as JSON on standard input; replaces the contact",
    details: `What is left out is taken away. Example of the input:
  {"city": "الرياض", "address1": "7525 طريق الملك فهد 12252", "email": "care@shop.example",
   "phone": "+966112345678", "commercialRegistration": "1010123456",
   "whatsapp": "+966551234567", "returnsUrl": "https://shop.example.sa/returns"}`,
    run: setContact,
  },
};

async function setMerchant(parts: AdminParts, given: Given): Promise<string> {
  const [username = ""] = given.words;
  const { deactivate, activate } = given.options;
  if (deactivate && activate) throw new UsageError("A merchant is closed or opened, not both.");
  const changes = readChanges(given);
  const commissionRateBps = readCommission(given);
  const own = {
    ...(commissionRateBps !== undefined && { commission_rate_bps: commissionRateBps }),
  };
  const opens = deactivate || activate;
  if (Object.keys({ ...changes, ...own }).length === 0 && !opens)
    throw new UsageError('Nothing was given to change. See "set-merchant --help".');
  const id = await merchantIdOf(parts, username);
  return await runAdminAct(parts, { name: "set-merchant", subject: username }, async (trx) => {
    await changeMerchant(trx, id, changes);
    if (Object.keys(own).length > 0)
      await trx.updateTable("merchants").set(own).where("id", "=", id).execute();
    if (opens) await setMerchantOpen(trx, id, { isOpen: activate === true, now: Date.now() });
    return JSON.stringify(await loadMerchant(trx, id), null, 2);
  });
}

function readChanges(given: Given): MerchantChanges {
  const text = (name: string) => textOption(given, name);
  const orNone = (name: string) => (text(name) === "none" ? null : text(name));
  const [shopName, email, phone] = [text("shop-name"), text("email"), text("phone")];
  const [legalName, vatNumber] = [orNone("legal-name"), orNone("vat-number")];
  const months = readMonths(text("buyer-data"));
  const countries = text("countries") === "all" ? null : listOption(given, "countries");
  return {
    ...(shopName !== undefined && { shopName }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(legalName !== undefined && { legalName }),
    ...(vatNumber !== undefined && { vatNumber }),
    ...(countries !== undefined && { allowedCountries: countries }),
    ...(months !== undefined && { buyerDataMonths: months }),
  };
}

function readMonths(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "default") return null;
  const months = Number(text);
  const { fewest, most } = buyerDataMonths;
  if (!/^\d{1,3}$/.test(text) || months < fewest || months > most)
    throw new UsageError(`--buyer-data must be a number of months from ${fewest} to ${most}, or "default".`);
  return months;
}

function readCommission(given: Given): number | undefined {
  const text = textOption(given, "commission");
  if (text === undefined) return undefined;
  const bps = readPercent(text);
  if (bps === null || bps > 5000)
    throw new UsageError("--commission must be a percentage from 0 to 50, such as 2.5.");
  return bps;
}

async function setList(
  parts: AdminParts,
  { words: [username = "", ...items] }: Given,
  list: "redirectHosts" | "frameOrigins",
): Promise<string> {
  const id = await merchantIdOf(parts, username);
  const name = list === "redirectHosts" ? "set-redirect-hosts" : "set-frame-origins";
  const stored = await runAdminAct(parts, { name, subject: username }, async (trx) => {
    await changeMerchant(trx, id, { [list]: items });
    return (await loadMerchant(trx, id))[list];
  });
  const what = list === "redirectHosts" ? "redirect hosts" : "frame origins";
  return stored.length === 0
    ? `${username} has no ${what} any more: only local and test take any.`
    : `The ${what} of ${username} are ${stored.join(", ")}.`;
}

async function setContact(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const id = await merchantIdOf(parts, username);
  const contact = readContactText(await parts.input());
  await runAdminAct(parts, { name: "set-contact", subject: username }, (trx) =>
    changeMerchant(trx, id, { contact }),
  );
  return `The contact of ${username} is stored.`;
}

const contactNames = [
  "city",
  "address1",
  "email",
  "phone",
  "commercialRegistration",
  "whatsapp",
  "returnsUrl",
] as const;

function readContactText(text: string): NonNullable<MerchantChanges["contact"]> {
  const given = readJsonObject(text, "A contact");
  for (const [name, value] of Object.entries(given)) {
    if (!contactNames.some((known) => known === name) || (value !== null && typeof value !== "string"))
      throw new UsageError(
        `A contact has the texts ${contactNames.join(", ")}; "${name}" is none of them. Nothing was stored.`,
      );
  }
  return given;
}
