/** The operator's commands about shops that people open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { makePerson, setMembership } from "#server/people/persons.ts";
import { mayOpenShop } from "#server/people/shop-openings.ts";
import { type Config, readConfig } from "#server/settings/config.ts";
import { startMailCatcher } from "#sim/mail-catcher.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { UsageError } from "./admin-command.ts";
import { merchantCommands } from "./admin-merchants.ts";
import { shopCommands } from "./admin-shops.ts";

const commands = { ...merchantCommands, ...shopCommands };

/** Runs a command as the program does once its words are read. */
function operator(db: TestDatabase, config: Config) {
  return async (name: keyof typeof commands, words: readonly string[], options = {}): Promise<string> => {
    const command = commands[name];
    assert.ok(command && "run" in command);
    const parts = { db, config, input: async () => "", progress: () => {} };
    return await command.run(parts, { words, options });
  };
}

test("a shop that waits is listed so, is approved once, and its owners are mailed in their language", async () => {
  await using db = await createTestDatabase();
  const mail = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  try {
    const admin = operator(db, readConfig({ WASL_ENV: "test", SMTP_URL: mail.url }));
    const { id: merchantId } = await createMerchant(db.kysely, {
      ...{ username: "reem-abc234", shopName: "Reem", email: "a@b.example", phone: "1" },
      approvedAt: null,
    });
    for (const [name, language, role] of [
      ["hind", "ar", "owner"],
      ["lama", "en", "owner"],
      ["sara", "en", "cashier"],
    ] as const) {
      const address = { email: `${name}@shop.example` };
      const person = await makePerson(db.kysely, { address, name, language, now: new Date() });
      await setMembership(db.kysely, { merchantId, personId: person?.id ?? 0, role });
    }
    assert.match(await admin("list-merchants", []), /reem-abc234 .*waits: approve-merchant/);
    const said = await admin("approve-merchant", ["reem-abc234"]);
    assert.match(said, /^reem-abc234 may sell now\.\nhind@shop\.example was mailed\.\nlama@/);
    assert.match(await admin("list-merchants", []), /reem-abc234 .*open/);
    assert.match(mail.list("hind@shop.example")[0]?.text ?? "", /ويمكنه الآن إصدار الفواتير الفعلية/);
    assert.match(mail.list("lama@shop.example")[0]?.text ?? "", /can issue live invoices now/);
    assert.equal(mail.list("sara@shop.example").length, 0);
    assert.equal(await admin("approve-merchant", ["reem-abc234"]), "reem-abc234 may sell already.");
    assert.equal(mail.list("hind@shop.example").length, 1);
    await assert.rejects(admin("approve-merchant", ["nobody"]), UsageError);
    const { rows } = await db.pool.query(
      "select act, result from admin_acts where act = 'approve-merchant' and merchant_id = $1",
      [merchantId],
    );
    assert.equal(rows.length, 2);
  } finally {
    await mail.close();
  }
});

test("an approval stands when its mail does not go out", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db, readConfig({ WASL_ENV: "test", SMTP_URL: "smtp://127.0.0.1:1" }));
  const made = { username: "reem", shopName: "R", email: "a@b.example", phone: "1", approvedAt: null };
  const { id: merchantId } = await createMerchant(db.kysely, made);
  const address = { email: "hind@shop.example" };
  const person = await makePerson(db.kysely, { address, name: "hind", language: "ar", now: new Date() });
  await setMembership(db.kysely, { merchantId, personId: person?.id ?? 0, role: "owner" });
  assert.match(
    await admin("approve-merchant", ["reem"]),
    /may sell now\.\nThe mail to hind@shop\.example was not sent/,
  );
});

test("somebody is invited to open a shop by e-mail or mobile in any writing, once, and uninvited", async () => {
  await using db = await createTestDatabase();
  const config = readConfig({ WASL_ENV: "test", WASL_SIGN_UP: "invited" });
  const admin = operator(db, config);
  const now = Date.now();
  const may = (names: { email?: string; mobile?: string }) =>
    mayOpenShop(db.kysely, config, { email: null, mobile: null, ...names }, now);
  const said = await admin("invite-shop", ["Noura@Nakheel.example"]);
  assert.match(
    said,
    /^http:\/\/console\.localhost:3000\/sign-up\nNoura@Nakheel\.example may open one shop there within 14 days/,
  );
  await admin("invite-shop", ["٠٥٥ ١٢٣ ٤٥٦٧"]);
  assert.deepEqual(
    [
      await may({ email: "noura@nakheel.example" }),
      await may({ mobile: "+966551234567" }),
      await may({ email: "x@y.example" }),
    ],
    [true, true, false],
  );
  await admin("invite-shop", ["noura@nakheel.example"]);
  const { rows } = await db.pool.query("select count(*)::int as count from shop_invitations");
  assert.deepEqual(rows, [{ count: 2 }]);
  assert.equal(
    await admin("invite-shop", ["noura@nakheel.example"], { withdraw: true }),
    "The invitation of noura@nakheel.example is withdrawn.",
  );
  assert.equal(await may({ email: "noura@nakheel.example" }), false);
  await assert.rejects(admin("invite-shop", ["noura@nakheel.example"], { withdraw: true }), UsageError);
  await assert.rejects(admin("invite-shop", ["nobody"]), UsageError);
  const log = await db.pool.query("select row(a)::text as row from admin_acts a");
  assert.ok(
    !log.rows
      .map(({ row }: { row: string }) => row)
      .join()
      .includes("nakheel.example"),
  );
  await assert.rejects(
    operator(db, readConfig({ WASL_ENV: "test" }))("invite-shop", ["noura@nakheel.example"]),
    /WASL_SIGN_UP=invited/,
  );
});
