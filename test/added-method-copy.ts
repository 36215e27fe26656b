/**
 * A copy of the project to which five methods are added: their folders (those of Tamara, twice, SADAD, STC Pay and Google Pay under
 * other names), and one line in each of the lists that `methods/README.md` names.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-tree.ts";

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
const pageThatTakes: Copied = {
  from: "tamara",
  to: "samplepage",
  names: [
    ["tamara", "samplepage"],
    ["تمارا", "صفحة المثال"],
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

const methods = [plan, pageThatTakes, bill, code, wallet];

/** The methods that are added, by the ids that they have there. */
export const added = methods.map(({ to }) => to);

/** Writes a copy of the project with all of them. */
export function copyWithMethods(copy: string): void {
  copySources(copy);
  for (const method of methods) addMethod(copy, method);
  addRedirect(copy, plan);
  addRedirect(copy, pageThatTakes);
  takeOnPage(copy, pageThatTakes);
  addReference(copy, bill);
  addOtpWallet(copy, code);
  addDeviceWallet(copy, wallet);
}

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

/** The change of one place into a text, in which "$" is no sign of a group. */
function swap(place: string | RegExp, by: string): Change {
  return (text) => text.replace(place, () => by);
}

/** A copy of the sources, without tests in what is compiled. */
function copySources(copy: string): void {
  // Its papers are drawn before its pages are built.
  for (const name of ["src", "test", "e2e", "docs", "dist/fonts"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
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

/** Its page takes the money with the approval: the adapter has no step that does. */
function takeOnPage(copy: string, { to }: Copied): void {
  const folder = `src/methods/${to}`;
  const moved = "const after = moves.leave(order, status);";
  edit(
    copy,
    `${folder}/simulator/page-routes.ts`,
    swap("import type { Answer }", 'import { minor } from "#core/money.ts";\nimport type { Answer, Call }'),
    swap(
      "work: (request: FastifyRequest) => Answer)",
      "work: (request: FastifyRequest, call: Call) => Answer)",
    ),
    swap(
      "work: () => orUnknown(request, () => work(request))",
      "work: (call) => orUnknown(request, () => work(request, call))",
    ),
    swap(/\(request\)(?= => \{\n.*findByCheckout.*\n.*choiceSchema)/, "(request, call)"),
    swap("decide(parts, order, choice)", 'decide(parts, order, choice, call.hasFault("amount_mismatch"))'),
    swap(/(?<=^ {2}choice: .*\n)(?=\): Answer)/m, "  isOfAnotherAmount = false,\n"),
    swap(
      moved,
      `const left = moves.leave(order, status);
  const taken = minor(order.total - (isOfAnotherAmount ? 1 : 0));
  const after = status === "approved" ? moves.capture(moves.authorise(left), order.total, taken) : left;`,
    ),
  );
  edit(copy, `${folder}/simulator/description.ts`, swap('"CHECKOUT",', '"CHECKOUT",\n      "PAGE",'));
  edit(
    copy,
    `${folder}/provider.ts`,
    swap(/\n\/\*\*\n \* Authorises the approved order\.[\s\S]*/, ""),
    swap(/^ {4}confirmIsRepeatable: .*\n/m, ""),
    swap(/^ {4}confirm: .*\n/m, ""),
    swap(/^ {4}capture: .*\n/m, ""),
    swap("readFound, whyOf", "readFound"),
    swap("type OrderAnswer, readMoney", "type OrderAnswer"),
  );
  // What its page may have taken is under way, whatever its provider calls that.
  const underWay = '{ kind: "unknown", why: "a status that no document lists", isUnderWay: true }';
  edit(
    copy,
    `${folder}/order-state.ts`,
    swap("return (reading ?? pending)(order);", `return reading?.(order) ?? ${underWay};`),
  );
  const inRow = (field: RegExp) => new RegExp(`(?<=^ {2}${to}: \\{\\n[\\s\\S]*?)${field.source}`, "m");
  edit(
    copy,
    "test/redirect-services.ts",
    swap(inRow(/taken: .*/), 'taken: { by: "page" },'),
    swap(inRow(/guarantees: false/), "guarantees: true"),
  );
}

/**
 * What a number that is paid at a bank has more: a row in each of three tables, one for tests, and for its own message the
 * message's row and its name in the console; the compiler asks for each.
 */
function addReference(copy: string, method: Copied): void {
  const { from, to } = method;
  const row = new RegExp(`^ {2}${from}: .*\\n`, "m");
  const rowOfIts = (text: string): string => text.replace(row, (line) => line + renamed(line, method));
  edit(copy, "src/web/payment/open-references.tsx", (text) =>
    text.replace(row, (line) => line + line.replaceAll(from, to)),
  );
  edit(copy, "src/server/payments/reference-details.ts", rowOfIts);
  const ofMessage = new RegExp(`^.*\\b${from}_number"?: .*\\n`, "m");
  for (const path of [
    "src/core/messages/message-state.ts",
    "src/console/i18n/screens.ar.json",
    "src/console/i18n/screens.en.json",
  ])
    edit(copy, path, (text) => text.replace(ofMessage, (line) => line + renamed(line, method)));
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
function addOtpWallet(copy: string, method: Copied): void {
  edit(copy, `src/methods/${method.to}/method.ts`, (text) =>
    text.replace(
      /^const code = .*$/m,
      "const code = { ...undocumentedCode, digits: { fewest: 6, most: 6 }, guesses: 3 };",
    ),
  );
  const title = new RegExp(`^.*"${method.from}": .*$`, "m");
  for (const language of ["ar", "en"])
    edit(copy, `src/methods/otp-wallets/simulator/desk.${language}.json`, (text) =>
      text.replace(title, (line) => `${line}\n${renamed(line, method)}`),
    );
  const imports = new RegExp(`^import .*#methods/${method.from}/.*\\n`, "gm");
  edit(
    copy,
    "test/otp-services.ts",
    (text) => text.replace(entryOf(method), (entry) => entry + renamed(entry, method)),
    (text) => text.replace(imports, (line) => line + renamed(line, method)),
  );
}

/** What a wallet of the device has more: a button in a file of its own, the gateway's word for it, the shape of its token at the simulator, and a row for tests. */
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
