/** Notices of a changed account: they outlive a mail server that is away and a restart, and arrive once, at the address of before. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { SMTPServer } from "smtp-server";
import * as timing from "#core/timing.ts";
import { startMailCatcher } from "#sim/mail-catcher.ts";
import { workQueue } from "#test/account-mails.ts";
import { newestCode, proofCookieOf } from "#test/address-codes.ts";
import { type Shop, startShop, testPassword } from "#test/console.ts";
import { takeJobs } from "../queue/job-store.ts";
import { resumeJobs } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";

const [firstRetryMs] = timing.accountMailRetriesMs;

async function changePassword(shop: Shop, email: string): Promise<void> {
  const form = { old: testPassword, password: "camels in Rub al-Khali 9" };
  const changed = await shop.send("/password", { cookie: await shop.signIn(email), form });
  assert.equal(changed.statusCode, 200, changed.body);
}

/** Another server on the same database, as after a restart: it shares nothing in memory with the first. */
const restarted = (shop: Shop): Pick<Shop, "services"> => ({ services: { ...shop.services } });

/** Ends the mail server; the function gives one at the same address. */
async function withoutMailServer(shop: Shop) {
  const { port, hostname: host } = new URL(shop.mail.url);
  await shop.mail.close();
  return async () => await startMailCatcher({ port: Number(port), host });
}

const jobsOf = async ({ db }: Shop) =>
  (await db.pool.query("select state, tries, payload, last_error from jobs where kind = 'account_notice'"))
    .rows;

test("the notice of a changed password waits for a mail server that is away, outlives a restart, and arrives once", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const startAgain = await withoutMailServer(shop);
  await changePassword(shop, email);
  assert.equal(await workQueue(shop), 1);
  const [job] = await jobsOf(shop);
  assert.deepEqual([job?.state, job?.tries], ["due", 1]);
  const after = restarted(shop);
  assert.equal(await workQueue(after), 0, "not before its time");
  const mail = await startAgain();
  shop.clock.advance(firstRetryMs);
  assert.equal(await workQueue(after), 1);
  const [notice] = mail.list(email);
  assert.match(notice?.text ?? "", /تغيّرت كلمة مرور حسابك.*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d.*\n\n.*\/reset\n/s);
  shop.clock.advance(timing.accountNoticeTooOldMs);
  assert.equal(await workQueue(after), 0);
  assert.deepEqual([mail.list(email).length, await jobsOf(shop)], [1, []]);
  assert.ok(!shop.logLines.join("").includes(email));
  await mail.close();
});

test("a notice whose server ended while sending it is sent by the next start", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("manager");
  await changePassword(shop, email);
  const now = shop.clock.now();
  const lease = { now: new Date(now), leaseEnd: new Date(now + timing.deliveryLeaseMs), lease: "n1:dead" };
  const taken = await takeJobs(shop.db.kysely, { lane: "account_notice:mail", most: 5, ...lease });
  assert.equal(taken.length, 1);
  const after = restarted(shop);
  assert.equal(await workQueue(after), 0);
  assert.equal(await resumeJobs(after.services, jobHandlers, "n1"), 1);
  assert.equal(await workQueue(after), 1);
  assert.equal(shop.mail.list(email).length, 1);
});

test("the notice of a changed e-mail goes to the address of before, also when it is sent late", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const cookie = await shop.signIn(email);
  const begun = await shop.send("/own-email", { cookie, form: { value: "taken-by@shop.example" } });
  const code = await newestCode(shop, "taken-by@shop.example");
  const startAgain = await withoutMailServer(shop);
  const both = `${cookie}; ${proofCookieOf(begun)}`;
  const saved = await shop.send("/own-email/code", { cookie: both, form: { code } });
  assert.equal(saved.statusCode, 200, saved.body);
  await workQueue(shop);
  const mail = await startAgain();
  shop.clock.advance(firstRetryMs);
  await workQueue(restarted(shop));
  const { rows } = await shop.db.pool.query("select email from persons");
  assert.deepEqual(rows, [{ email: "taken-by@shop.example" }]);
  assert.deepEqual(
    mail.list().map(({ to, subject }) => [to, subject]),
    [[[email], "تغيّرت طريقة الدخول إلى حسابك"]],
  );
  assert.deepEqual(await jobsOf(shop), []);
  await mail.close();
});

test("a mailbox that is refused for now gets its notice later, and a mail server that refuses every mail is asked again", async () => {
  const answers = [
    { at: "recipient", responseCode: 451 },
    { at: "message", responseCode: 554 },
  ];
  const taken: string[] = [];
  const refusalAt = (step: string) =>
    answers[0]?.at === step ? Object.assign(new Error("no"), answers.shift()) : null;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 0,
    onRcptTo: (_address, _session, done) => done(refusalAt("recipient")),
    onData: (stream, session, done) => {
      const refusal = refusalAt("message");
      if (refusal === null) taken.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.on("end", () => done(refusal)).resume();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  await using shop = await startShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const email = await shop.addPerson("owner");
  await changePassword(shop, email);
  const why: unknown[] = [];
  for (const afterMs of [...timing.accountMailRetriesMs.slice(0, 2), 0]) {
    assert.equal(await workQueue(restarted(shop)), 1);
    why.push((await jobsOf(shop))[0]?.last_error);
    shop.clock.advance(afterMs);
  }
  assert.deepEqual(why, ["recipient refused: 451", "message refused: 554", undefined]);
  assert.deepEqual(taken, [email]);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test("a change that is rolled back is not reported, and a mailbox that is refused is given up without its address", async () => {
  await using shop = await startShop();
  const taken = await shop.addPerson("owner");
  const refused = "refused@shop.example";
  await shop.db.pool.query("update persons set email = $1 where email = $2", [
    refused,
    await shop.addPerson("manager"),
  ]);
  const cookie = await shop.signIn(refused);
  const begun = await shop.send("/own-email", { cookie, form: { value: taken } });
  const code = await newestCode(shop, taken);
  const both = `${cookie}; ${proofCookieOf(begun)}`;
  assert.equal((await shop.send("/own-email/code", { cookie: both, form: { code } })).statusCode, 409);
  assert.equal(await workQueue(shop), 0);
  await changePassword(shop, refused);
  assert.equal(await workQueue(shop), 1);
  const [job] = await jobsOf(shop);
  assert.deepEqual([job?.state, job?.last_error], ["failed", "recipient refused: 550"]);
  assert.deepEqual(Object.keys(job?.payload).toSorted(), ["notice", "personId"]);
  const lines = shop.logLines.filter((line) => line.includes("account mail given up"));
  assert.equal(lines.length, 1);
  assert.ok(!shop.logLines.join("").includes(refused));
});

test("a notice that no mail server took for three days is given up, its address erased, and is not sent after that", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const startAgain = await withoutMailServer(shop);
  await changePassword(shop, email);
  let tries = 0;
  for (let hour = 0; hour < 73; hour += 1) {
    tries += await workQueue(shop);
    shop.clock.advance(60 * 60_000);
  }
  assert.ok(tries > 60, `${tries} tries`);
  const [job] = await jobsOf(shop);
  assert.deepEqual([job?.state, job?.last_error, "to" in job.payload], ["failed", "not_sent", false]);
  const mail = await startAgain();
  assert.equal(await workQueue(restarted(shop)), 0);
  assert.equal(mail.list().length, 0);
  await mail.close();
});
