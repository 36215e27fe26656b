/** The directory of clients. */
import type { Client, ClientChanges } from "#sdk/index.mjs";
import { type Given, type MerchantCommand, type Parts, textOption, UsageError } from "./command.ts";
import { writeNew } from "./export.ts";
import { listCommand } from "./lists.ts";

const changes = ["name", "mobile", "email", "notes"] as const;

export const clientCommands: Readonly<Record<string, MerchantCommand>> = {
  "clients list": listCommand({
    call: "GET /api/v1/clients",
    summary: "clients, the newest first",
    filters: "search=…, name=…, mobile=…, email=…",
    heads: ["CLIENT", "NAME", "MOBILE", "E-MAIL", "CREATED"],
    row: (one) => [
      String(one.id),
      one.name ?? one.legalName ?? "",
      one.mobile ?? "",
      one.email ?? "",
      one.createdAt,
    ],
  }),
  "clients show": {
    words: "<client>",
    summary: "one client",
    run: async (parts, { words: [clientId = ""] }) =>
      shown(parts, await parts.wasl().call("GET /api/v1/clients/{clientId}", { path: { clientId } })),
  },
  "clients change": {
    words: "<client>",
    summary: "change a client's name, mobile, e-mail address or notes; issued invoices keep what they state",
    details:
      "Options, of which an empty one takes away:\n  --name, --mobile, --email, --notes <text>\n  --language ar|en",
    options: Object.fromEntries([...changes, "language"].map((name) => [name, { type: "string" } as const])),
    run: change,
  },
  "clients merge": {
    words: "<client> <duplicate>",
    summary: "merge a duplicate into a client; it cannot be undone",
    details:
      "Options:\n  --yes    you mean it: the duplicate's invoices and id are the client's from then on",
    options: { yes: { type: "boolean" } },
    run: merge,
  },
  "clients statement": {
    words: "<client>",
    summary: "what a client was invoiced, has paid and still owes; `export statement` makes a file of it",
    details:
      "Options:\n  --from, --to <day>    such as 2026-11-01; all until today unless given" +
      "\n  --pdf <file>          a new file with the paper for the client\n  --language ar|en      comes first on the paper",
    options: Object.fromEntries(
      ["from", "to", "pdf", "language"].map((name) => [name, { type: "string" } as const]),
    ),
    run: statement,
  },
};

async function change(parts: Parts, given: Given) {
  const body: Record<string, string | null> = {};
  for (const name of [...changes, "language"]) {
    const text = textOption(given, name);
    if (text !== undefined) body[name] = text === "" ? null : text;
  }
  if (Object.keys(body).length === 0) throw new UsageError("Say what changes, such as --name.");
  const path = { clientId: given.words[0] ?? "" };
  // What each may be is the server's to say.
  const sent = { path, body: body as ClientChanges };
  return shown(parts, await parts.wasl().call("PATCH /api/v1/clients/{clientId}", sent));
}

async function merge(parts: Parts, given: Given) {
  const [clientId = "", duplicate = ""] = given.words;
  if (given.options["yes"] !== true)
    throw new UsageError(
      `A merge cannot be undone. Look at both, then: wasl clients merge ${clientId} ${duplicate} --yes`,
    );
  const body = { duplicateId: Number(duplicate) };
  return shown(
    parts,
    await parts.wasl().call("POST /api/v1/clients/{clientId}/merge", { path: { clientId }, body }),
  );
}

async function statement(parts: Parts, given: Given) {
  const file = textOption(given, "pdf");
  if (file !== undefined) return statementPaper(parts, given, file);
  const { wasl, table, progress } = parts;
  const path = { clientId: given.words[0] ?? "" };
  const query = { from: textOption(given, "from"), to: textOption(given, "to"), limit: 100 };
  const first = await wasl().call("GET /api/v1/clients/{clientId}/statement", { path, query });
  const items = [...first.items];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const asked = { path, query: { ...query, cursor } };
    const page = await wasl().call("GET /api/v1/clients/{clientId}/statement", asked);
    items.push(...page.items);
    progress(`${items.length} entries`);
    cursor = page.nextCursor;
  }
  progress("");
  const entries = items.map((one) => [
    one.at,
    one.kind,
    one.orderNumber,
    one.debit,
    one.credit,
    `${one.balance} ${one.currency}`,
  ]);
  const balances = first.balances.map(({ opening, debit, credit, closing, currency }) => [
    currency,
    opening,
    debit,
    credit,
    closing,
  ]);
  const text =
    items.length === 0
      ? "There are no entries."
      : `${table([["AT", "ENTRY", "INVOICE", "DEBIT", "CREDIT", "BALANCE"], ...entries])}\n\n${table([["CURRENCY", "OPENING", "DEBIT", "CREDIT", "CLOSING"], ...balances])}`;
  return { text, json: { ...first, items, nextCursor: null } };
}

async function statementPaper({ wasl, note, progress }: Parts, given: Given, file: string): Promise<null> {
  const path = { clientId: given.words[0] ?? "" };
  const days = { from: textOption(given, "from"), to: textOption(given, "to") };
  // What the words of the person may be is the server's to say.
  const lang = textOption(given, "language") as "ar" | undefined;
  const call = "GET /api/v1/clients/{clientId}/statement/pdf";
  await writeNew(await wasl().call(call, { path, query: { ...days, lang } }), {
    file,
    of: "the statement",
    progress,
  });
  note(`The statement is in ${file}.`);
  return null;
}

function shown({ table }: Parts, client: Client) {
  const text = table([
    ["client", String(client.id)],
    ["name", client.name ?? ""],
    ["legal name", client.legalName ?? ""],
    ["mobile", client.mobile ?? ""],
    ["e-mail", client.email ?? ""],
    ["VAT number", client.vatNumber ?? ""],
    ["language", client.language ?? ""],
    ["notes", client.notes ?? ""],
    ["created", client.createdAt],
  ]);
  return { text, json: client };
}
