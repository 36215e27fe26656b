/**
 * A stranger adds four payment methods: their folders (here those of Tamara, SADAD, STC Pay and Google Pay under other names), and
 * one line in each of the lists that `methods/README.md` names. Tried on a copy of the sources, where they compile and stand on the
 * pages, and are paid by. Of the bill, a buyer who comes back finds its number; the wallet with a code is in the
 * payment frame, and the device's wallet leads on its own system.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { catalog } from "#methods/catalog.ts";
import { leaseServer } from "./database-server.ts";
import { root } from "./source-tree.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const run = promisify(execFile);

/** A method under another name, and its provider's where the two differ. */
type Copied = {
  readonly from: string;
  readonly to: string;
  readonly names: readonly (readonly [string, string])[];
};

const plan: Copied = {
  from: "tamara",
  to: "sampleplan",
  names: [
    ["tamara", "sampleplan"],
    ["تمارا", "تقسيط المثال"],
  ],
};
const bill: Copied = {
  from: "sadad",
  to: "samplebill",
  names: [
    ["sadad", "samplebill"],
    ["moyasar", "samplebiller"],
    ["سداد", "فاتورة المثال"],
  ],
};
const code: Copied = {
  from: "stcpay",
  to: "samplecode",
  names: [
    ["stcpay", "samplecode"],
    ["stcPay", "sampleCode"],
    ["STC Pay", "Sample Code"],
  ],
};
const wallet: Copied = {
  from: "googlepay",
  to: "samplewallet",
  names: [
    ["googlepay", "samplewallet"],
    ["googlePay", "sampleWallet"],
    ["Google Pay", "Sample Wallet"],
    ["GOOGLE_PAY", "SAMPLE_WALLET"],
    ["/pay/google/", "/pay/sample/"],
    ["Android|CrOS", "SampleBrowser"],
  ],
};

/** The same text for the new method, in each way in which names are written. */
function renamed(text: string, { names }: Copied): string {
  const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
  return names.reduce(
    (changed, [from, to]) =>
      changed
        .replaceAll(from, to)
        .replaceAll(capital(from), capital(to))
        .replaceAll(from.toUpperCase(), to.toUpperCase()),
    text,
  );
}

type Change = (text: string) => string;

/** Edits a file; every change changes something, or what it looks for is written in another way by now. */
function edit(copy: string, path: string, ...changes: readonly Change[]): void {
  const file = join(copy, path);
  let text = readFileSync(file, "utf8");
  for (const change of changes) {
    const changed = change(text);
    assert.notEqual(changed, text, `nothing to change in ${path}: ${change}`);
    text = changed;
  }
  writeFileSync(file, text);
}

/** A copy of the sources, without tests in what is compiled. */
function copySources(copy: string): void {
  for (const name of ["src", "test", "docs"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ["package.json", "vite.config.ts"]) cpSync(join(root, name), join(copy, name));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  const production = { include: ["src"], exclude: ["src/**/*.test.ts", "src/**/*-suite.ts"] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions, ...production }));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

/** The new folder, and one line for it in each list. */
function addMethod(copy: string, method: Copied): void {
  const { from, to, names } = method;
  const folder = `src/methods/${to}`;
  cpSync(join(root, "src/methods", from), join(copy, folder), { recursive: true });
  for (const path of readdirSync(join(copy, folder), { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:tsx?|json)$/.test(path)) continue;
    const file = join(copy, folder, path);
    writeFileSync(file, renamed(readFileSync(file, "utf8"), method));
  }
  const drawn = join(copy, "src/web/marks/drawn");
  // Whose mark comes from a package has no drawing: any will do.
  const mark = existsSync(join(drawn, `${from}.svg`)) ? from : "urpay";
  cpSync(join(drawn, `${mark}.svg`), join(drawn, `${to}.svg`));

  const word = names.map(([name]) => name).join("|");
  const lines = new RegExp(`^.*(?:${word}).*$`, "gim");
  const twice = (text: string): string => text.replace(lines, (line) => `${line}\n${renamed(line, method)}`);
  for (const path of ["src/methods/registry.ts", "src/methods/texts.ts", "src/sim/simulators.ts"])
    edit(copy, path, twice);
  edit(
    copy,
    "src/methods/catalog.ts",
    (text) =>
      text.replace(new RegExp(`^import .*${from}.*$`, "m"), (line) => `${line}\n${renamed(line, method)}`),
    (text) => text.replace(/\[\s*card,/, (start) => `${start} ${to},`),
  );
  edit(copy, "src/methods/panels.ts", (text) =>
    text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
  );
}

/** The entry of a method in a table, over several lines. */
function entryOf({ from }: Copied): RegExp {
  return new RegExp(`^ {2}${from}: \\{\\n[\\s\\S]*?\\n {2}\\},\\n`, "m");
}

/** What a method that continues on a page of the provider has more: its row for tests. */
function addRedirect(copy: string, method: Copied): void {
  edit(copy, "test/redirect-services.ts", (text) =>
    text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
  );
}

/** What a number that is paid at a bank has more: a row in each of four tables, and one for tests; the compiler asks for each. */
function addReference(copy: string, method: Copied): void {
  const { from, to } = method;
  const row = new RegExp(`^ {2}${from}: .*\\n`, "m");
  for (const path of [
    "src/web/payment/open-references.tsx",
    "src/server/reference-mail/reference-mail.ts",
    "src/server/messages/message-subject.ts",
  ])
    edit(copy, path, (text) => text.replace(row, (line) => line + line.replace(from, to)));
  edit(copy, "test/reference-services.ts", (text) =>
    text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
  );
  edit(
    copy,
    "src/methods/open-reference.tsx",
    (text) => text.replace(row, (line) => line + line.replace(from, to).replace("BillSummary", "NewSummary")),
    (text) =>
      text.replace(
        /^import \{ BillSummary \}.*\n/m,
        (line) => line + renamed(line, method).replace("BillSummary", "BillSummary as NewSummary"),
      ),
  );
}

/**
 * What a wallet with a code has more: the title of its desk at the simulators, and a row for tests. Its provider has codes of
 * exactly six digits, and ends a payment after three wrong ones.
 */
function addWallet(copy: string, method: Copied): void {
  edit(copy, `src/methods/${method.to}/method.ts`, (text) =>
    text.replace(
      /^const code = .*$/m,
      "const code = { ...undocumentedCode, digits: { fewest: 6, most: 6 }, guesses: 3 };",
    ),
  );
  edit(copy, "test/code-wallets.ts", (text) =>
    text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
  );
  const title = new RegExp(`^.*"${method.from}": .*$`, "m");
  for (const language of ["ar", "en"])
    edit(copy, `src/methods/otp-wallets/simulator/desk.${language}.json`, (text) =>
      text.replace(title, (line) => `${line}\n${renamed(line, method)}`),
    );
}

/** What a wallet of the device has more: a button in a file of its own, the shape of its token at the simulated gateway, and a row for tests. */
function addDeviceWallet(copy: string, method: Copied): void {
  const { to } = method;
  edit(copy, "test/wallet-services.ts", (text) =>
    text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
  );
  edit(copy, "src/methods/panels.ts", (text) =>
    text.replace(/"\.\/wallet-buttons\.ts"(?=\)\)\.SampleWalletButton)/, `"./${to}/button.tsx"`),
  );
  edit(copy, "src/core/card/wallet-provider.ts", (text) =>
    text.replace('"GOOGLE_PAY"', (word) => `${word} | ${renamed(word, method)}`),
  );
  edit(copy, "src/gateways/mpgs/simulator/wallets.ts", (text) =>
    text.replace(/^ {2}GOOGLE_PAY: \{\n[\s\S]*?\n {2}\},\n/m, (row) => row + renamed(row, method)),
  );
}

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
    assert.match(await renderer.html("/pay/order/" + order.orderNumber, { order, openReferences }), /2200099/);
  } finally {
    await renderer.close();
  }
});
`;

test("methods that are added by their folder and a line in each list compile, are on the page, and are paid by", async () => {
  const copies = [plan, bill, code, wallet].map(({ to }) => to);
  const taken = catalog.filter(({ id }) => copies.includes(id)).map(({ id }) => id);
  assert.deepEqual(taken, [], "the copies need names that no method has");
  using directory = temporaryDirectory();
  const copy = directory.path;
  copySources(copy);
  addMethod(copy, plan);
  addRedirect(copy, plan);
  addMethod(copy, bill);
  addReference(copy, bill);
  addMethod(copy, code);
  addWallet(copy, code);
  addMethod(copy, wallet);
  addDeviceWallet(copy, wallet);
  writeFileSync(join(copy, "test/added-page.test.ts"), pageTest);
  const payments = "src/server/payments/redirects.test.ts";
  const bills = "src/methods/references/reference-payment.test.ts";
  const codes = "src/methods/otp-wallets/typed-codes.test.ts";
  const wallets = [
    "src/methods/samplewallet/googlepay.test.ts",
    "src/server/payments/wallet-payment.test.ts",
  ];
  const environment = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    // The copy's migrations are ours: what is copied for a test is there already.
    TEST_DATABASE_URL: process.env["TEST_DATABASE_URL"] ?? (await leaseServer()).databaseUrl,
    // This place is never loaded from again.
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  const inCopy = { cwd: copy, env: environment, maxBuffer: 1 << 24 };
  const node = process.execPath;
  await run(
    node,
    [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--checkers", "1", "-p", "."],
    inCopy,
  ).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  const { stdout } = await run(
    node,
    [
      "--test",
      "--test-global-setup=test/global-setup.ts",
      payments,
      bills,
      codes,
      ...wallets,
      "test/added-page.test.ts",
    ],
    inCopy,
  ).catch(({ stdout: output }: { stdout: string }) => assert.fail(output));
  assert.match(stdout, /^ℹ fail 0$/m);
});
