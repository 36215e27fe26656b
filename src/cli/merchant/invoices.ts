/** Invoices and their refunds. */
import { readFile } from "node:fs/promises";
import type { Invoice, NewInvoice, Refund, RefundApproval } from "#sdk/index.mjs";
import {
  type Given,
  type MerchantCommand,
  neededOption,
  type Parts,
  textOption,
  UsageError,
} from "./command.ts";
import { listCommand, readJsonFile } from "./lists.ts";

const keyOption = { "idempotency-key": { type: "string" } } as const;
const keyHelp = "\n  --idempotency-key <k>  sent again with the same key, it takes effect once";

export const invoiceCommands: Readonly<Record<string, MerchantCommand>> = {
  "invoices list": listCommand({
    call: "GET /api/v1/invoices",
    summary: "invoices, the newest first",
    filters: "status=PAID, search=…, createdSince=…, externalOrderNumber=…",
    heads: ["NUMBER", "STATUS", "TOTAL", "PAID", "CLIENT", "YOUR NUMBER", "CREATED"],
    row: (one) => [
      one.orderNumber,
      one.status,
      `${one.total} ${one.currency}`,
      one.paidTotal,
      one.clientName ?? "",
      one.externalOrderNumber ?? "",
      one.createdAt,
    ],
  }),
  "invoices show": {
    words: "<number>",
    summary: "one invoice with its lines, payments and address",
    run: async (parts, { words: [orderNumber = ""] }) =>
      shown(parts, await parts.wasl().call("GET /api/v1/invoices/{orderNumber}", { path: { orderNumber } })),
  },
  "invoices create": {
    words: "",
    summary: "issue an invoice and say the address to send to the buyer",
    details:
      "Options:\n  --title <t> --price <p>  one line; with --quantity <q>, 1 unless given, and --vat <rate>" +
      "\n  --name, --mobile, --email  the client\n  --external <number>    your own number of it" +
      `\n  --file <f>             the whole body as JSON instead, - for standard input${keyHelp}`,
    options: {
      ...Object.fromEntries(
        ["title", "price", "quantity", "vat", "name", "mobile", "email", "external", "file"].map((name) => [
          name,
          { type: "string" } as const,
        ]),
      ),
      ...keyOption,
    },
    run: createInvoice,
  },
  "invoices cancel": {
    words: "<number>",
    summary: "take an unpaid invoice back",
    details: `Options:${keyHelp}`,
    options: keyOption,
    run: async (parts, given) => {
      const path = { orderNumber: given.words[0] ?? "" };
      const sent = { path, idempotencyKey: textOption(given, "idempotency-key") };
      return shown(parts, await parts.wasl().call("POST /api/v1/invoices/{orderNumber}/cancel", sent));
    },
  },
  "invoices refund": {
    words: "<number>",
    summary: "give money back: all of it, or an amount",
    details: `Options:\n  --all, or --amount <a>  how much\n  --reason <text>\n  --by-hand              you gave it back yourself (bills and bank transfers)${keyHelp}`,
    options: {
      all: { type: "boolean" },
      amount: { type: "string" },
      reason: { type: "string" },
      "by-hand": { type: "boolean" },
      ...keyOption,
    },
    run: refund,
  },
  "invoices record-payment": {
    words: "<number>",
    summary: "note that an invoice was paid without us: in cash, by your terminal, into your bank account",
    details: `Options:\n  --by <way>         cash, card_terminal, bank_transfer or other_way\n  --amount <a>       what you received: all that is due\n  --reference <text> such as the number on the slip\n  --note <text>${keyHelp}`,
    options: {
      by: { type: "string" },
      amount: { type: "string" },
      reference: { type: "string" },
      note: { type: "string" },
      ...keyOption,
    },
    run: recordPayment,
  },
  "returns list": listCommand({
    call: "GET /api/v1/return-requests",
    summary: "returns that buyers ask for, the newest first",
    filters: "state=requested, orderNumber=…",
    heads: ["RETURN", "INVOICE", "STATE", "REASON", "BUYER", "ASKED"],
    row: (one) => [
      String(one.id),
      one.orderNumber,
      one.state,
      one.reason,
      one.buyer.name ?? "",
      one.createdAt,
    ],
  }),
  "refunds list": listCommand({
    call: "GET /api/v1/refunds",
    summary: "refunds, the newest first",
    filters: "state=pending, order=…, createdSince=…",
    heads: ["REFUND", "INVOICE", "STATE", "AMOUNT", "REASON", "CREATED"],
    row: (one) => [
      one.id,
      one.orderNumber,
      one.state,
      `${one.amount} ${one.currency}`,
      one.reason ?? "",
      one.createdAt,
    ],
  }),
  "refunds show": {
    words: "<refund>",
    summary: "one refund",
    run: async (parts, { words: [refundId = ""] }) =>
      shownRefund(parts, await parts.wasl().call("GET /api/v1/refunds/{refundId}", { path: { refundId } })),
  },
};

async function createInvoice(parts: Parts, given: Given) {
  const file = textOption(given, "file");
  const read = async (name: string) => (name === "-" ? await parts.input() : await readFile(name, "utf8"));
  // Whether it is an invoice is the server's to say, in words about each field.
  const body = file === undefined ? newInvoice(given) : ((await readJsonFile(file, read)) as NewInvoice);
  const sent = { body, idempotencyKey: textOption(given, "idempotency-key") };
  return shown(parts, await parts.wasl().call("POST /api/v1/invoices", sent));
}

function newInvoice(given: Given): NewInvoice {
  const [name, mobile, email] = ["name", "mobile", "email"].map((option) => textOption(given, option));
  const [external, vatRate] = [textOption(given, "external"), textOption(given, "vat")];
  const client = { ...(name && { name }), ...(mobile && { mobile }), ...(email && { email }) };
  return {
    lines: [
      {
        title: neededOption(given, "title"),
        unitPrice: neededOption(given, "price"),
        quantity: textOption(given, "quantity") ?? 1,
        ...(vatRate !== undefined && { vatRate }),
      },
    ],
    ...(Object.keys(client).length > 0 && { client: client as NewInvoice["client"] & object }),
    ...(external !== undefined && { externalOrderNumber: external }),
  };
}

/** How much must be said: nothing left out by mistake gives everything back. */
async function refund(parts: Parts, given: Given) {
  const [amount, reason] = [textOption(given, "amount"), textOption(given, "reason")];
  if ((amount === undefined) === (given.options["all"] !== true))
    throw new UsageError("Say how much: either --all or --amount <amount>.");
  const body = {
    ...(amount !== undefined && { amount }),
    ...(reason !== undefined && { reason }),
    ...(given.options["by-hand"] === true && { byHand: true as const }),
  };
  const path = { orderNumber: given.words[0] ?? "" };
  const sent = { path, body, idempotencyKey: textOption(given, "idempotency-key") };
  const made = await parts.wasl().call("POST /api/v1/invoices/{orderNumber}/refunds", sent);
  return "requestedBy" in made ? shownRequest(parts, made) : shownRefund(parts, made);
}

/** How and how much must be said: that an invoice is paid is this command's word alone. */
async function recordPayment(parts: Parts, given: Given) {
  const [reference, note] = [textOption(given, "reference"), textOption(given, "note")];
  const body = {
    amount: neededOption(given, "amount"),
    // Whether it is one is the server's to say.
    way: neededOption(given, "by") as "cash",
    ...(reference !== undefined && { reference }),
    ...(note !== undefined && { note }),
  };
  const path = { orderNumber: given.words[0] ?? "" };
  const sent = { path, body, idempotencyKey: textOption(given, "idempotency-key") };
  return shown(parts, await parts.wasl().call("POST /api/v1/invoices/{orderNumber}/payments", sent));
}

/** Above a limit of the shop nothing was given back yet. */
function shownRequest({ table }: Parts, request: RefundApproval) {
  const text = table([
    ["request", request.id],
    ["invoice", request.orderNumber],
    ["state", `${request.state}: a second person decides in the console by ${request.expiresAt}`],
    ["amount", `${request.amount} ${request.currency}`],
  ]);
  return { text, json: request };
}

function shownRefund({ table }: Parts, refund: Refund) {
  const text = table([
    ["refund", refund.id],
    ["invoice", refund.orderNumber],
    ["state", refund.state],
    ["amount", `${refund.amount} ${refund.currency}`],
    ["reason", refund.reason ?? ""],
    ["created", refund.createdAt],
  ]);
  return { text, json: refund };
}

function shown({ table }: Parts, invoice: Invoice) {
  const facts = table([
    ["number", invoice.orderNumber],
    ["your number", invoice.externalOrderNumber ?? ""],
    ["status", invoice.status],
    ["client", [invoice.client?.name, invoice.client?.mobile].filter(Boolean).join(" ")],
    ["total", `${invoice.total} ${invoice.currency}`],
    ["paid, due", `${invoice.paidTotal}, ${invoice.dueTotal}`],
    ["refunded", invoice.refundedTotal],
    ["created", invoice.createdAt],
    ["expires", invoice.expiresAt ?? ""],
    ["address", invoice.url],
  ]);
  const lines = table([
    ["LINE", "QUANTITY", "PRICE"],
    ...invoice.lines.map((line) => [line.title, String(line.quantity), line.unitPrice]),
  ]);
  const payments = invoice.payments.map((one) => [one.method, one.amount, one.settledAt]);
  const paid = payments.length === 0 ? "" : `\n\n${table([["PAYMENT", "AMOUNT", "AT"], ...payments])}`;
  return { text: `${facts}\n\n${lines}${paid}`, json: invoice };
}
