/**
 * A stranger adds five payment methods: their folders (here those of Tamara, SADAD, STC Pay and Google Pay under other names, and of
 * Tamara with a page that takes the money itself), and one line in each of the lists that `methods/README.md` names. Tried on a copy
 * of the sources, where they compile and stand on the pages, each is paid by through the API, and two are begun in a browser. Of the bill, a buyer who comes back finds its
 * number, and mails bring it in its own words, with a bill of SADAD open beside it; the wallet with a code is in the payment frame,
 * and the device's wallet leads on its own system.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { catalog } from "#methods/catalog.ts";
import { added, copyWithMethods } from "./added-method-copy.ts";
import { leaseServer } from "./database-server.ts";
import { root } from "./source-tree.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const run = promisify(execFile);

const pageTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { toAllowedFlags } from "#methods/allowed.ts";
import { orderPage } from "./order-page.ts";
import { startPageRenderer } from "./page-renderer.ts";
import { methodEntry } from "#methods/registry.ts";

test("the console's form asks for its account", () => {
  const settings = methodEntry("sampleplan").accountSettings();
  assert.deepEqual(settings.map(({ path }) => path), ["apiToken", "notificationToken"]);
});

test("the page has them, and the number of a bill that is open", async () => {
  const renderer = await startPageRenderer();
  try {
    const order = { ...orderPage(), ...toAllowedFlags(["sampleplan", "samplebill", "samplecode", "samplewallet", "googlepay", "mada"]) };
    const html = await renderer.html("/pay/info/" + order.orderNumber, { order });
    assert.match(html, /<input[^>]*value="sampleplan"/);
    assert.match(html, /تقسيط المثال/);
    assert.match(html, /<input[^>]*value="samplebill"/);
    assert.match(html, /<input[^>]*value="samplecode"/);
    for (const [userAgent, wallets] of [["Android SampleBrowser", '["samplewallet","googlepay"]'], ["CrOS", '["googlepay","samplewallet"]']]) {
      const onDevice = await renderer.html("/pay/info/" + order.orderNumber, { order, request: { userAgent } });
      assert.ok(onDevice.includes('"wallets":' + wallets), userAgent);
    }
    const frame = await renderer.html("/pay/frame/" + order.orderNumber, { order });
    assert.match(frame, /aria-controls="frame-samplecode"[^]*الدفع عبر Sample Code/);
    const reply = { paymentSessionId: "2200099", billerCode: "181", billerName: "", amount: 115, currency: "SAR", expiresAt: null, lastDay: null };
    const openReferences = [{ method: "samplebill" as const, reply }];
    const found = await renderer.html("/pay/info/" + order.orderNumber, { order, openReferences });
    assert.match(found, /2200099[^]*فاتورة المثال/);
    const invoice = await renderer.html("/pay/order/" + order.orderNumber, { order, openReferences });
    assert.match(invoice, /فاتورة فاتورة المثال بانتظار الدفع[^]*2200099/);
    assert.doesNotMatch(invoice, /فاتورة سداد/);
  } finally {
    await renderer.close();
  }
});
`;

const messageTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { workAllDue } from "#server/queue/work-queue.ts";
import { jobHandlers } from "#server/schedule/job-handlers.ts";
import { issueInvoice, startTestApp } from "./app-harness.ts";
import { askForReference } from "./buyers.ts";
import { asMerchant } from "./product-links.ts";

const email = "noura@example.com";
const subjects = {
  sadad: { ar: /فاتورة سداد بمبلغ/, en: /: SADAD bill for/ },
  samplebill: { ar: /فاتورة فاتورة المثال (بمبلغ|من)/, en: /SAMPLEBILL bill (for|from)/ },
} as const;

test("mails bring the number of the bill that they are about, in its own words, with another bill open beside it", async () => {
  await using app = await startTestApp();
  const client = { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA", email };
  const orderNumber = await issueInvoice(app, { client });
  const numbers = { samplebill: "", sadad: "" };
  for (const method of ["samplebill", "sadad"] as const)
    numbers[method] = String((await askForReference(app, method, orderNumber)).json().paymentSessionId);
  assert.match(numbers.samplebill, /./);
  assert.notEqual(numbers.samplebill, numbers.sadad);
  const ask = async (method: string, language: string) => {
    const asked = { kind: method + "_number", channel: "email", language };
    const reply = await asMerchant(app, "POST", "/invoices/" + orderNumber + "/messages", asked);
    assert.equal(reply.statusCode, 202, reply.body);
  };
  const askOnPage = async (method: string, language: string) => {
    const form = { email, method, page: "info", lang: language };
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" };
    const url = "/rest/pay/mailReference/" + orderNumber;
    await app.app.inject({ method: "POST", url, headers, payload: new URLSearchParams(form).toString() });
  };
  for (const [by, method, other] of [
    [ask, "samplebill", "sadad"],
    [askOnPage, "samplebill", "sadad"],
    [ask, "sadad", "samplebill"],
  ] as const)
    for (const language of ["ar", "en"] as const) {
      const before = app.mail.list(email).length;
      await by(method, language);
      await workAllDue(app.services, jobHandlers);
      const [mail, ...earlier] = app.mail.list(email);
      assert.ok(mail && earlier.length === before, method + ": one mail more");
      assert.match(mail.subject, subjects[method][language]);
      for (const text of [mail.text, mail.html]) {
        assert.ok(text.includes(numbers[method]), text);
        assert.ok(!text.includes(numbers[other]), text);
        if (method === "samplebill") assert.doesNotMatch(text, /SADAD|فاتورة سداد/);
      }
    }
});
`;

const pressTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { chromium } from "@playwright/test";
import { issueInvoice, readDemo } from "../e2e/fixtures.ts";
import { startSystem } from "../e2e/running-system.ts";
import { browserLaunch } from "./browser.ts";
import { redirectServices } from "./redirect-services.ts";
import { referenceServices } from "./reference-services.ts";

test("a buyer chooses an added method in a browser, presses and is shown the way on", async () => {
  const system = await startSystem({}, "made");
  const browser = await chromium.launch(await browserLaunch());
  try {
    const demo = readDemo(system.dataDir);
    const press = async (method: string, typed: Readonly<Record<string, string>>) => {
      const page = await browser.newPage();
      const order = await issueInvoice(demo, { allowedMethods: [method, "mada"] });
      await page.goto(demo.baseUrl + "/pay/info/" + order + "?lang=en");
      await page.locator('input[name="method"][value="' + method + '"]').check();
      for (const [field, text] of Object.entries(typed)) await page.locator("#" + field).fill(text);
      await page.locator('button[type="submit"]:visible').click();
      return page;
    };
    const plan = await press("sampleplan", redirectServices.sampleplan.typed);
    await plan.locator('button[value="approve"]').waitFor();
    assert.match(plan.url(), /\\/sampleplan\\/checkout/);
    const bill = await press("samplebill", referenceServices.samplebill.typed);
    await bill.locator(".reference h2").waitFor();
    assert.match(await bill.locator(".reference").innerText(), /SAMPLEBILL[^]*\\d{12}/);
  } finally {
    await browser.close();
    await system.stop();
  }
});
`;

/** The provider whose page takes the money: no method of ours has one. */
const providerTest = `
import { openRedirect } from "#test/redirect-driver.ts";
import { samplepageServer } from "#methods/samplepage/server.ts";
import { samplepageSimulator } from "#methods/samplepage/simulator/simulator.ts";
import { askProvider } from "#methods/provider-suite.ts";

const buyer = { mobile: "+966544337866", email: "noura@example.com", city: "الرياض", line1: "طريق" };

askProvider({
  name: "samplepage",
  way: "redirect",
  open: () =>
    openRedirect({
      simulator: samplepageSimulator,
      server: samplepageServer,
      input: buyer,
      choice: (declines) => (declines === "rejected_by_provider" ? "decline" : "approve"),
      decliningAmounts: { limit_exceeded: 500_001 },
      operations: { check: "GET_ORDER", buyer: "PAGE", refund: "REFUND" },
      paidNotification: '"fully_captured"',
      forgeries: (genuine) => [{ ...genuine, headers: { ...genuine.headers, authorization: "Bearer a.b.c" } }],
      secrets: ({ apiToken, notificationToken }) => [apiToken.reveal(), notificationToken.reveal()],
    }),
  amounts: [100, 11_500],
  declines: ["limit_exceeded", "rejected_by_provider"],
});
`;

/** The shared tests of payments by API, and of where a method is named: they take the methods from the catalogue. */
const ofEachMethod = [
  "test/blast-radius.test.ts",
  "src/server/payments/redirects.test.ts",
  "src/server/payments/races/cancels.test.ts",
  "src/server/payments/races/starts.test.ts",
  "src/methods/references/reference-payment.test.ts",
  "src/methods/otp-wallets/wallet-payment.test.ts",
  "src/methods/otp-wallets/typed-codes.test.ts",
  "src/server/payments/wallet-payment.test.ts",
];

test("methods that are added by their folder and a line in each list compile, are on the page, and are paid by", async () => {
  const taken = catalog.filter(({ id }) => added.includes(id)).map(({ id }) => id);
  assert.deepEqual(taken, [], "the copies need names that no method has");
  using directory = temporaryDirectory();
  const copy = directory.path;
  copyWithMethods(copy);
  const ofCopy = { page: pageTest, message: messageTest, provider: providerTest, press: pressTest };
  for (const [name, text] of Object.entries(ofCopy))
    writeFileSync(join(copy, `test/added-${name}.test.ts`), text);
  const environment = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    // The copy's migrations are ours: what is copied for a test is there already.
    TEST_DATABASE_URL: process.env["TEST_DATABASE_URL"] ?? (await leaseServer()).databaseUrl,
    // This place is never loaded from again.
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  const inCopy = async (...words: readonly string[]): Promise<string> => {
    const ran = run(process.execPath, words, { cwd: copy, env: environment, maxBuffer: 1 << 24 });
    const { stdout } = await ran.catch((error) => assert.fail(`${error.stdout}\n${error.stderr}`));
    return stdout;
  };
  const ofPackage = (path: string): string => join(root, "node_modules", path);
  const runTests = async (files: readonly string[], ...options: readonly string[]): Promise<string> => {
    const all = ["--test", "--test-global-setup=test/global-setup.ts", "--test-reporter=spec"];
    const printed = await inCopy(...all, ...options, ...files);
    assert.match(printed, /^ℹ fail 0$/m);
    return printed;
  };
  await inCopy(ofPackage("typescript/bin/tsc"), "--noEmit", "--checkers", "1", "-p", ".");
  // What is paid in the same way by other methods is proven where they are.
  const paid = await runTests(ofEachMethod, "--test-name-pattern=sample");
  for (const id of added) assert.match(paid, new RegExp(`^✔ .*${id}.*pays?\\b`, "m"));
  await runTests([
    "src/methods/samplewallet/googlepay.test.ts",
    "test/added-page.test.ts",
    "test/added-message.test.ts",
    "test/added-provider.test.ts",
  ]);
  await inCopy(ofPackage("vite/bin/vite.js"), "build", "--logLevel", "warn");
  await runTests(["test/added-press.test.ts"]);
});
