import assert from "node:assert/strict";
import test from "node:test";
import { createTransport } from "nodemailer";
import { startMailCatcher } from "./mail-catcher.ts";
import { readMail } from "./mail-message.ts";
import { startSimulators } from "./server.ts";

const arabic = "رمز التأكيد الخاص بك من متجر النخيل، وهو طويل بما يكفي ليُكتب في أكثر من سطر واحد في الرسالة";

test("what is sent is caught as it was meant: subject, both bodies, receivers", async (t) => {
  const catcher = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  t.after(() => catcher.close());
  const mail = createTransport(catcher.url);
  for (const textEncoding of ["base64", "quoted-printable"] as const) {
    await mail.sendMail({
      from: "وصل <shop@example.com>",
      to: "noura@example.com",
      subject: arabic,
      text: `${arabic}\n\n= 123456`,
      html: `<p>${arabic}</p>`,
      textEncoding,
    });
    const [caught] = catcher.list("noura@example.com");
    assert.equal(caught?.subject, arabic);
    assert.equal(caught?.from, "وصل <shop@example.com>");
    assert.equal(caught?.text.trim().replaceAll("\r\n", "\n"), `${arabic}\n\n= 123456`);
    assert.equal(caught?.html.trim(), `<p>${arabic}</p>`);
    assert.deepEqual(caught?.to, ["noura@example.com"]);
  }
  await mail.sendMail({ from: "a@example.com", to: "plain@example.com", subject: "Plain", text: "One\nTwo" });
  assert.equal(catcher.list("plain@example.com")[0]?.text.trim(), "One\r\nTwo");
  assert.equal(catcher.list().length, 3);
  catcher.clear();
  assert.deepEqual(catcher.list(), []);
});

test("a mailbox named refused does not exist", async (t) => {
  const catcher = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  t.after(() => catcher.close());
  const mail = createTransport(catcher.url);
  await assert.rejects(
    mail.sendMail({ from: "a@example.com", to: "refused@example.com", subject: "x", text: "x" }),
    { responseCode: 550 },
  );
});

test("the simulators' server shows caught mail as text, never as markup", async (t) => {
  const server = await startSimulators({ port: 0, smtpPort: 0, host: "127.0.0.1" });
  t.after(() => server.close());
  assert.match(await (await fetch(`${server.url}/mail`)).text(), /None yet/);
  const mail = createTransport(server.mail?.url);
  await mail.sendMail({ from: "a@example.com", to: "b@example.com", subject: "<b>Hi</b>", text: "<script>" });
  const response = await fetch(`${server.url}/mail`);
  const page = await response.text();
  assert.match(page, /&lt;b&gt;Hi&lt;\/b&gt;/);
  assert.match(page, /&lt;script&gt;/);
  assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  const json = (await (await fetch(`${server.url}/_control/mail?to=b@example.com`)).json()) as {
    messages: { subject: string }[];
  };
  assert.equal(json.messages[0]?.subject, "<b>Hi</b>");
});

test("a message without a body or headers is read as far as it goes", () => {
  const envelope = { to: [], receivedAt: 0 };
  assert.equal(readMail("Subject: x", envelope).subject, "x");
  assert.equal(readMail("", envelope).text, "");
});
