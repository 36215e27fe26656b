/** The address to choose a new password at: tried again while its mail server is away, with a token that no row has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { startMailCatcher } from "#sim/mail-catcher.ts";
import { resetLinkTo, workQueue } from "#test/account-mails.ts";
import { type Shop, startShop } from "#test/console.ts";
import { until } from "#test/until.ts";

async function askWithoutMailServer(shop: Shop) {
  const email = await shop.addPerson("owner");
  const { port, hostname: host } = new URL(shop.mail.url);
  await shop.mail.close();
  await shop.send("/reset", { form: { email } });
  await until(async () => (await workQueue(shop)) === 1);
  return { email, startAgain: async () => await startMailCatcher({ port: Number(port), host }) };
}

test("a mail server that is away for a moment, and a restart, cost the one who asks for a new password nothing", async () => {
  await using shop = await startShop();
  const { email, startAgain } = await askWithoutMailServer(shop);
  const mail = await startAgain();
  shop.clock.advance(timing.accountMailRetriesMs[0]);
  const link = await resetLinkTo({ ...shop, mail, services: { ...shop.services } }, email);
  const token = link.split("/").at(-1) ?? "";
  assert.equal(mail.list(email).length, 1);
  const { rows } = await shop.db.pool.query(
    "select l::text from person_links l union all select j::text from jobs j",
  );
  assert.ok(!JSON.stringify(rows).includes(token) && !shop.logLines.join("").includes(token));
  assert.equal((await shop.send(link)).statusCode, 200);
  await mail.close();
});

test("a new password that was asked for half an hour ago is not offered by mail any more", async () => {
  await using shop = await startShop();
  const { startAgain } = await askWithoutMailServer(shop);
  const mail = await startAgain();
  shop.clock.advance(timing.resetLinkMs);
  assert.equal(await workQueue(shop), 1);
  const { rows } = await shop.db.pool.query("select state, last_error from jobs");
  assert.deepEqual(rows, [{ state: "failed", last_error: "too late" }]);
  assert.equal(mail.list().length, 0);
  await mail.close();
});
