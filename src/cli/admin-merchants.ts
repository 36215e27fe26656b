/** The operator's commands about merchants: made, shown, changed, closed. */
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { FieldReader } from "#server/merchant-api/field-reader.ts";
import { readMerchantColumns } from "#server/merchant-api/merchant-input.ts";
import { loadMerchant } from "#server/merchant-api/merchant-settings.ts";
import { openTestWorld, requireTestWorlds } from "#server/merchant-api/test-world.ts";
import { systemIds } from "#server/ports.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";
import { settingCommands } from "./admin-merchant-settings.ts";
import { sellerCommands, whatIsMissing } from "./admin-seller.ts";
import { table } from "./table.ts";

export const merchantCommands: Readonly<Record<string, AdminCommand>> = {
  "create-merchant": {
    words: "<username> <shop name> <e-mail> <phone> [VAT number]",
    summary: "make a merchant",
    details: "The username has 2 to 40 lower case letters, digits and hyphens, and never changes.",
    run: addMerchant,
  },
  "create-test-world": {
    words: "<username>",
    summary:
      "make the test world of a merchant, and a key of it; what is there gets name, theme and settings anew",
    details: 'Its payments go to the simulators alone (docs/operations.md, "Test worlds").',
    run: addTestWorld,
  },
  "list-merchants": { words: "", summary: "all merchants, oldest first", run: listMerchants },
  "show-merchant": {
    words: "<username>",
    summary: "everything that is set of a merchant",
    run: async (parts, { words: [username = ""] }) =>
      JSON.stringify(await loadMerchant(parts.db.kysely, await merchantIdOf(parts, username)), null, 2),
  },
  ...settingCommands,
  ...sellerCommands,
};

async function addMerchant(parts: AdminParts, { words }: Given): Promise<string> {
  const [username = "", shopName = "", email = "", phone = "", vatNumber] = words;
  const reader = new FieldReader("SAR");
  if (!/^[a-z0-9][a-z0-9-]{1,39}$/.test(username))
    reader.wrong("username", "invalid", "must be 2 to 40 lower case letters, digits and hyphens");
  const columns = readMerchantColumns(reader, {
    shopName,
    email,
    phone,
    ...(vatNumber !== undefined && { vatNumber }),
  });
  reader.refuseWrong();
  const id = await runAdminAct(parts, { name: "create-merchant", subject: username }, async (trx) => {
    const taken = await trx
      .selectFrom("merchants")
      .select("id")
      .where("username", "=", username)
      .executeTakeFirst();
    if (taken) throw new UsageError(`There is a merchant "${username}" already.`);
    const { shop_name = "", vat_number = null } = columns;
    const made = { username, shopName: shop_name, email, phone, vatNumber: vat_number };
    return (await createMerchant(trx, made)).id;
  });
  const made = `Merchant ${username} has the id ${id}. Next: create-key ${username} "shop server"`;
  return [made, ...(await whatIsMissing(parts.db.kysely, { id, username }))].join("\n");
}

async function addTestWorld(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  requireTestWorlds(parts.config);
  const liveId = await merchantIdOf(parts, username);
  return await runAdminAct(parts, { name: "create-test-world", subject: username }, async (trx) => {
    const world = await openTestWorld(trx, { ids: systemIds }, { liveId, copy: "always" });
    const { environment } = parts.config;
    const key = await createApiKey(trx, { merchantId: world.id, name: "test", environment });
    return `${key}\nIt opens ${world.username}, the test world of ${username}, and is shown this once.`;
  });
}

async function listMerchants({ db }: AdminParts): Promise<string> {
  const rows = await db.kysely
    .selectFrom("merchants")
    .select(["id", "username", "shop_name", "email", "vat_number", "world", "created_at"])
    .select(["deactivated_at", "approved_at"])
    .orderBy("created_at")
    .execute();
  if (rows.length === 0) return 'There are no merchants. "create-merchant" makes one.';
  return table([
    ["id", "username", "world", "shop", "e-mail", "VAT number", "since", "state"],
    ...rows.map((row) => [
      String(row.id),
      row.username,
      row.world,
      row.shop_name,
      row.email,
      row.vat_number ?? "-",
      row.created_at.toISOString().slice(0, 10),
      stateOf(row),
    ]),
  ]);
}

function stateOf(row: { readonly deactivated_at: Date | null; readonly approved_at: Date | null }): string {
  if (row.deactivated_at !== null) return `closed since ${row.deactivated_at.toISOString().slice(0, 10)}`;
  return row.approved_at === null ? "waits: approve-merchant" : "open";
}
