/** A merchant's commands as processes against a started server. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createApiKey } from "#server/merchant-api/api-keys.ts";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { startFaultyLine } from "#test/faulty-line.ts";
import { freePort } from "#test/free-port.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { type CommandEnd, runCommand } from "#test/wasl-command.ts";

let api: MerchantApi;
let url: string;
const home = temporaryDirectory();

before(async () => {
  api = await startMerchantApi();
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await api[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** Runs a command with a merchant's key; one that has not logged in. */
async function wasl(
  words: readonly string[],
  given: { readonly key?: string; readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<CommandEnd> {
  const env = { WASL_URL: url, WASL_KEY: given.key ?? api.merchant.key, ...given.env };
  return await runCommand(words, { home: home.path, env, input: given.input ?? "" });
}

/** What a command prints with --json. */
async function model(words: readonly string[], given: Parameters<typeof wasl>[1] = {}) {
  const { code, out, err } = await wasl([...words, "--json"], given);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

const newOne = ["invoices", "create", "--title", "تمر سكري", "--price", "50.00", "--vat", "15"];

test("login checks the key, keeps it for the person alone, and the next commands use it", async () => {
  using own = temporaryDirectory();
  const run = async (words: readonly string[], input = "") =>
    await runCommand(words, { home: own.path, input });
  const without = await run(["invoices", "list"]);
  assert.deepEqual([without.code, without.out], [2, ""]);
  assert.match(without.err, /Run `wasl login`/);
  const wrong = await run(["login", url], "wasl_test_0000000000000000000000000000000000000000000");
  assert.deepEqual([wrong.code, wrong.out], [1, ""]);
  assert.match(wrong.err, /Refused \(unauthorized\)/);
  const file = join(own.path, "wasl", "login.json");
  assert.equal(existsSync(file), false);

  const right = await run(["login", url], `${api.merchant.key}\n`);
  assert.equal(right.code, 0, right.err);
  assert.ok(!(right.out + right.err).includes(api.merchant.key));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const whoami = await run(["whoami"]);
  assert.match(whoami.out, /mode {6}test\n/);
  assert.ok(!whoami.out.includes(api.merchant.key));

  chmodSync(file, 0o644);
  assert.match((await run(["whoami"])).err, /chmod 600/);
  chmodSync(file, 0o600);
  await run(["logout"]);
  assert.equal(existsSync(file), false);
});

test("a key goes to no address that it was not given with, and not unencrypted over a network", async () => {
  using own = temporaryDirectory();
  await runCommand(["login", url], { home: own.path, input: api.merchant.key });
  const elsewhere = { home: own.path, env: { WASL_URL: "https://other.example.sa" } };
  const moved = await runCommand(["whoami"], elsewhere);
  assert.deepEqual([moved.code, moved.err.includes("set WASL_KEY, too")], [2, true]);
  const open = await wasl(["whoami"], { env: { WASL_URL: "http://pay.example.sa" } });
  assert.deepEqual([open.code, open.err.includes("unencrypted")], [2, true]);
});

test("an invoice is issued from words, shown, listed, and cancelled", async () => {
  const { key } = await api.addMerchant();
  const issued = await model([...newOne, "--quantity", "2", "--name", "نورة", "--external", "A-7"], { key });
  assert.deepEqual([issued.total, issued.externalOrderNumber], ["115.00", "A-7"]);
  const shown = await wasl(["invoices", "show", issued.orderNumber], { key });
  assert.match(shown.out, new RegExp(`^number +${issued.orderNumber}$`, "m"));
  assert.match(shown.out, /^total +115\.00 SAR$/m);
  assert.ok(shown.out.includes(issued.url));
  const listed = await wasl(["invoices", "list"], { key });
  assert.match(listed.out, /^NUMBER +STATUS +TOTAL .*\n.* {2}115\.00 SAR .*نورة.* A-7 /);
  const cancelled = await model(["invoices", "cancel", issued.orderNumber], { key });
  assert.ok(cancelled.cancelledAt);
  assert.deepEqual(await model(["invoices", "list", "--filter", "search=A-8"], { key }), []);
  assert.equal(
    (await wasl(["invoices", "list", "--filter", "search=A-8"], { key })).out,
    "There are none.\n",
  );
});

test("a body comes from a file or from standard input, and takes effect once under one key", async () => {
  const { key } = await api.addMerchant();
  const body = JSON.stringify({ lines: [{ title: "Dates", quantity: 1, unitPrice: "10.00" }] });
  const from = async (file: string) =>
    await model(["invoices", "create", "--file", file, "--idempotency-key", "once-1"], { key, input: body });
  const first = await from("-");
  const file = join(home.path, "invoice.json");
  writeFileSync(file, body);
  const second = await from(file);
  assert.equal(second.orderNumber, first.orderNumber);
  const wrong = await wasl(["invoices", "create", "--file", "-"], { key, input: "[]" });
  assert.deepEqual([wrong.code, wrong.err], [2, "Standard input must hold one JSON object.\n"]);
});

test("a refund says how much, and never more than was paid", async () => {
  const { orderNumber } = await api.issue();
  await api.addAttempt(orderNumber, "captured");
  const unsaid = await wasl(["invoices", "refund", orderNumber]);
  assert.deepEqual([unsaid.code, unsaid.err], [2, "Say how much: either --all or --amount <amount>.\n"]);
  const both = await wasl(["invoices", "refund", orderNumber, "--all", "--amount", "1.00"]);
  assert.equal(both.code, 2);
  const tooMuch = await wasl(["invoices", "refund", orderNumber, "--amount", "999.00"]);
  assert.equal(tooMuch.code, 1);
  assert.match(tooMuch.err, /^Refused \(refund_too_large\): .+\nRequest .+\.\n$/);
});

test("a paid card is refunded through its provider, in part and then all of it, and both are listed", async () => {
  await using shop = await startTestApp();
  const env = { WASL_URL: await shop.app.listen({ port: 0, host: "127.0.0.1" }) };
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  const given = { key: shop.apiKey, env };
  const words = ["--amount", "15.00", "--reason", "صندوق واحد"];
  const part = await model(["invoices", "refund", orderNumber, ...words], given);
  assert.deepEqual([part.state, part.amount], ["refunded", "15.00"]);
  const rest = await model(["invoices", "refund", orderNumber, "--all"], given);
  assert.equal(rest.amount, "100.00");
  assert.match((await wasl(["refunds", "list"], given)).out, /refunded +15\.00 SAR +صندوق واحد +\d{4}/);
  assert.match((await wasl(["refunds", "show", rest.id], given)).out, /^amount +100\.00 SAR$/m);
});

test("a payment without us is recorded by its way and all that is due, once under one key, and no other amount", async () => {
  const { orderNumber, total } = await model(newOne);
  const record = ["invoices", "record-payment", orderNumber];
  for (const [words, missing] of [
    [["--amount", total], "--by"],
    [["--by", "cash"], "--amount"],
  ] as const) {
    const unsaid = await wasl([...record, ...words]);
    assert.deepEqual([unsaid.code, unsaid.out, unsaid.err.includes(missing)], [2, "", true], unsaid.err);
  }
  for (const words of [
    ["--by", "cash", "--amount", "1.00"],
    ["--by", "barter", "--amount", total],
  ]) {
    const refused = await wasl([...record, ...words]);
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    assert.match(refused.err, /^Refused \(validation_failed\)/);
  }
  const words = [
    "--by",
    "bank_transfer",
    "--amount",
    total,
    "--reference",
    "حوالة 7",
    "--idempotency-key",
    "paid-1",
  ];
  for (const _time of ["first", "again"]) {
    const { status, payments } = await model([...record, ...words]);
    assert.equal(status, "PAID");
    assert.deepEqual(
      payments.map((one: { method: string; amount: string }) => [one.method, one.amount]),
      [["bank_transfer", total]],
    );
  }
  assert.match((await wasl(["invoices", "show", orderNumber])).out, /^bank_transfer +57\.50 /m);
  const late = await wasl([...record, "--by", "cash", "--amount", total]);
  assert.match(late.err, /^Refused \(order_already_paid\)/);
});

test("a list says when there is more, and all of it can be had", async () => {
  const { key, id } = await api.addMerchant();
  for (const _ of [1, 2, 3]) await api.issue({}, { merchant: { key, id } });
  const two = await wasl(["invoices", "list", "--limit", "2"], { key });
  assert.equal(two.out.trimEnd().split("\n").length, 3);
  assert.equal(two.err, "There are more: --limit 10, or --limit all.\n");
  const all = await wasl(["invoices", "list", "--limit", "all"], { key });
  assert.deepEqual([all.out.trimEnd().split("\n").length, all.err], [4, ""]);
});

test("links and coupons are made, listed and shown", async () => {
  const { key } = await api.addMerchant();
  const input = (body: object) => ({ key, input: JSON.stringify(body) });
  const coupon = { code: "EID-10", discount: { type: "PERCENTAGE", value: "10" } };
  const made = await model(["coupons", "create", "--file", "-"], input(coupon));
  assert.match((await wasl(["coupons", "list"], { key })).out, /EID-10 +10(?:\.00)? % +0 +yes/);
  assert.match((await wasl(["coupons", "show", String(made.id)], { key })).out, /^code +EID-10$/m);
  const product = await fetch(`${url}/api/v1/products`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "p" },
    body: JSON.stringify({ title: "تمر", price: "20.00" }),
  });
  const { id: productId } = (await product.json()) as { id: number };
  const link = await model(["links", "create", "--file", "-"], input({ productId }));
  assert.match(
    (await wasl(["links", "list"], { key })).out,
    new RegExp(`${link.linkIdentity} +${productId} +yes`),
  );
  assert.match((await wasl(["links", "show", link.linkIdentity], { key })).out, /^isActive +true$/m);
});

test("a client is listed, shown, changed, merged with its duplicate, and what it owes is stated", async () => {
  const merchant = await api.addMerchant();
  const { key } = merchant;
  const issue = async (name: string, mobile: string) =>
    (await api.issue({ client: { name, mobile } }, { merchant })).orderNumber;
  const first = await issue("نورة", "+966551234561");
  const second = await issue("Noura", "+966551234562");
  const listed = (await wasl(["clients", "list"], { key })).out;
  assert.match(
    listed,
    /^CLIENT +NAME +MOBILE +E-MAIL +CREATED\n\d+ +Noura +.*551234562.*\n\d+ +نورة +.*551234561/,
  );
  const [{ id: duplicate }, { id }] = await model(["clients", "list"], { key });
  const show = async () => (await wasl(["clients", "show", String(id)], { key })).out;
  assert.match(await show(), /^name +نورة$/m);

  const unsaid = await wasl(["clients", "change", String(id)], { key });
  assert.deepEqual([unsaid.code, unsaid.err], [2, "Say what changes, such as --name.\n"]);
  const words = ["--email", "n@example.com", "--notes", "هدية", "--language", "en"];
  const changed = await model(["clients", "change", String(id), ...words], { key });
  assert.deepEqual([changed.email, changed.notes, changed.language], ["n@example.com", "هدية", "en"]);
  await model(["clients", "change", String(id), "--notes", ""], { key });
  assert.match(await show(), /^notes *$/m);

  const pair = ["clients", "merge", String(id), String(duplicate)];
  const warned = await wasl(pair, { key });
  assert.deepEqual([warned.code, warned.err.includes("cannot be undone")], [2, true]);
  assert.equal((await model([...pair, "--yes"], { key })).id, id);
  assert.equal((await model(["clients", "list"], { key })).length, 1);

  const entries = (await model(["clients", "statement", String(id)], { key })).items;
  const numbers = entries.map((entry: { orderNumber: string }) => entry.orderNumber);
  assert.deepEqual(numbers.toSorted(), [first, second].toSorted());
  const stated = (await wasl(["clients", "statement", String(id)], { key })).out;
  assert.match(stated, /^AT +ENTRY +INVOICE +DEBIT +CREDIT +BALANCE\n[\s\S]+\n\nCURRENCY +OPENING/);
  const empty = ["clients", "statement", String(id), "--from", "2000-01-01", "--to", "2000-01-31"];
  assert.equal((await wasl(empty, { key })).out, "There are no entries.\n");
  const paper = join(home.path, "statement.pdf");
  const drawn = await wasl(["clients", "statement", String(id), "--pdf", paper, "--language", "en"], { key });
  assert.deepEqual([drawn.code, drawn.err], [0, `The statement is in ${paper}.\n`]);
  assert.equal(readFileSync(paper).subarray(0, 5).toString(), "%PDF-");
  const none = await wasl(["clients", "show", "999999999"], { key });
  assert.deepEqual([none.code, none.out], [1, ""]);
});

test("an export is a new whole file in the form of its name, or goes to standard output", async () => {
  const { key, id } = await api.addMerchant();
  await api.issue({}, { merchant: { key, id } });
  const days = ["--from", "2000-01-01", "--to", "2100-01-01"];
  const file = join(home.path, "invoices.csv");
  const done = await wasl(["export", "invoices", ...days, "--out", file, "--language", "en"], { key });
  assert.deepEqual([done.code, done.err], [0, `1 rows of invoices are in ${file}.\n`]);
  const text = readFileSync(file, "utf8");
  assert.ok(text.startsWith("\uFEFFOrder number,"));
  const again = await wasl(["export", "invoices", ...days, "--out", file], { key });
  assert.equal(again.code, 1);
  assert.match(again.err, /it is there already/);
  assert.equal(readFileSync(file, "utf8"), text);
  const printed = await wasl(["export", "invoices", ...days, "--language", "en"], { key });
  assert.equal(printed.out, text);
  const sheet = join(home.path, "invoices.xlsx");
  await wasl(["export", "invoices", ...days, "--out", sheet], { key });
  assert.equal(readFileSync(sheet).subarray(0, 2).toString(), "PK");
  const refused = await wasl(["export", "invoices", "--from", "1", "--to", "2", "--out", `${file}2`], {
    key,
  });
  assert.deepEqual([refused.code, existsSync(`${file}2`)], [1, false]);
});

test("an export that breaks off leaves no half of a file", async () => {
  await using line = await startFaultyLine(url);
  line.failNext("cut");
  const file = join(home.path, "cut.csv");
  const words = ["export", "invoices", "--from", "2000-01-01", "--to", "2100-01-01", "--out", file];
  const { code, err } = await wasl(words, { env: { WASL_URL: line.url } });
  assert.deepEqual([code, err], [1, "The export broke off, and what came of it is not whole. Try again.\n"]);
  assert.equal(existsSync(file), false);
});

test("an outcome that the provider did not say is no refusal", async () => {
  await using line = await startFaultyLine(url);
  line.failNext({ status: 504, code: "outcome_unknown" });
  const { code, err } = await wasl(["invoices", "refund", "X", "--all"], { env: { WASL_URL: line.url } });
  assert.deepEqual([code, err], [3, "It is unknown what was done (outcome_unknown): outcome_unknown\n"]);
});

test("mistakes end with 2, refusals with 1, silence with 3, each with what to do, and nothing on standard output", async () => {
  const environment = "test" as const;
  const reader = await createApiKey(api.services.db.kysely, {
    ...{ merchantId: api.merchant.id, name: "reader", environment, scopes: ["read"] },
  });
  const dead = `http://127.0.0.1:${await freePort()}`;
  const cases: readonly (readonly [readonly string[], number, RegExp, Parameters<typeof wasl>[1]?])[] = [
    [["invoices"], 2, /"invoices" needs a second word: wasl invoices list, /],
    [["invoices", "show"], 2, /It is written: wasl invoices show <number>\./],
    [["invoices", "list", "--colour"], 2, /--colour/],
    [["invoices", "list", "--limit", "many"], 2, /--limit is a number/],
    [["invoices", "list", "--filter", "status"], 2, /name=value/],
    [["invoices", "create", "--price", "1.00"], 2, /--title is needed/],
    [["export", "orders"], 2, /There are payments, refunds/],
    [["completion", "fish"], 2, /bash and for zsh/],
    [["invoices", "show", "no-such"], 1, /Refused \(order_not_found\)/],
    [
      ["invoices", "list", "--filter", "status=SOLD"],
      1,
      /Refused \(validation_failed\): .+\n {2}status\.0: /,
    ],
    [newOne, 1, /Refused \(scope_missing\)[\s\S]+`wasl whoami`/, { key: reader }],
    [
      newOne,
      3,
      /unknown whether it took effect\. .+ --idempotency-key [\w-]{36}\./,
      { env: { WASL_URL: dead } },
    ],
  ];
  const ends = await Promise.all(cases.map(([words, , , given]) => wasl(words, given)));
  for (const [index, [words, code, complaint]] of cases.entries()) {
    const end = ends[index];
    assert.deepEqual([words, end?.code, end?.out], [words, code, ""], end?.err ?? "");
    assert.match(end?.err ?? "", complaint);
  }
});

test("every command has its help, and is reached by the program", async () => {
  const { out, code } = await wasl(["help"]);
  assert.equal(code, 0);
  const names = [...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?= [<[]| {2})/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 18, names.join());
  const first = (name: string): string => name.split(" ")[0] ?? "";
  const oneOfEach = names.filter((name, index) => first(names[index - 1] ?? "") !== first(name));
  const ends = await Promise.all(oneOfEach.map((name) => wasl([...name.split(" "), "--help"])));
  for (const [index, name] of oneOfEach.entries())
    assert.ok(ends[index]?.code === 0 && ends[index].out.startsWith(`wasl ${name}`), name);
});

test("bash completes commands, their second words and their options", async () => {
  const { out: script } = await wasl(["completion", "bash"]);
  const complete = (...words: readonly string[]): string[] =>
    execFileSync("bash", [
      "-c",
      `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wasl; echo "\${COMPREPLY[@]}"`,
      "bash",
      ...words,
    ])
      .toString()
      .trim()
      .split(" ");
  assert.deepEqual(complete("wasl", "lo"), ["login", "logout"]);
  assert.deepEqual(complete("wasl", "invoices", "c"), ["create", "cancel"]);
  assert.deepEqual(complete("wasl", "invoices", "refund", "--a"), ["--all", "--amount"]);
  assert.deepEqual(complete("wasl", "listen", "--f"), ["--forward-to"]);
  assert.match(
    (await wasl(["completion", "zsh"])).out,
    /^autoload -U \+X bashcompinit && bashcompinit\n_wasl/,
  );
});
