import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { readConfig } from "#server/settings/config.ts";
import { startMailCatcher } from "#sim/mail-catcher.ts";
import { createMailer, isRefusedAddress } from "./mailer.ts";

const letter = { subject: "Hello", text: "Text" };
const mailFrom = "Wasl <no-reply@example.com>";

test("a message arrives from the sender of the settings", async (t) => {
  const catcher = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  t.after(() => catcher.close());
  const send = createMailer({ smtpUrl: new Secret(catcher.url), mailFrom });
  await send({ to: "noura@example.com", ...letter });
  assert.equal(catcher.list("noura@example.com")[0]?.from, mailFrom);
});

test("a refused address is distinguished from a server that is down", async () => {
  const catcher = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  const send = createMailer({ smtpUrl: new Secret(catcher.url), mailFrom });
  const refused = await send({ to: "refused@example.com", ...letter }).catch((error: unknown) => error);
  assert.equal(isRefusedAddress(refused), true);
  await catcher.close();
  const gone = await send({ to: "noura@example.com", ...letter }).catch((error: unknown) => error);
  assert.ok(gone instanceof Error);
  assert.equal(isRefusedAddress(gone), false);
});

test("beyond this machine nothing is sent in the clear", async (t) => {
  // All of 127.0.0.0/8 is this machine; 0.0.0.0 reaches it, too, and is not one of its names.
  const catcher = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  t.after(() => catcher.close());
  const elsewhere = catcher.url.replace("127.0.0.1", "0.0.0.0");
  const send = createMailer({ smtpUrl: new Secret(elsewhere), mailFrom });
  await assert.rejects(send({ to: "noura@example.com", ...letter }));
  assert.deepEqual(catcher.list(), []);
});

test("without a mail server every message is rejected with a sentence that names the setting", async () => {
  const send = createMailer({ smtpUrl: null, mailFrom });
  await assert.rejects(send({ to: "noura@example.com", ...letter }), /SMTP_URL/);
});

test("mail goes to the simulators where nothing is real, and nowhere by itself elsewhere", () => {
  assert.equal(
    readConfig({ SIM_PORT: "4001" }).smtpUrl?.reveal(),
    "smtp://127.0.0.1:4002",
    "beside the others",
  );
  assert.equal(readConfig({ SIM_SMTP_PORT: "4002" }).smtpUrl?.reveal(), "smtp://127.0.0.1:4002");
  const stage = { WASL_ENV: "stage", WASL_WEB_URL: "https://pay.example" };
  assert.equal(readConfig(stage).smtpUrl, null);
  assert.equal(readConfig(stage).mailFrom, "Wasl <no-reply@pay.example>");
  for (const wrong of [
    { SMTP_URL: "http://mail" },
    { MAIL_FROM: "nobody" },
    { MAIL_FROM: "a@b\r\nBcc: c@d" },
  ])
    assert.throws(() => readConfig({ ...stage, ...wrong }), /SMTP_URL|MAIL_FROM/);
});
