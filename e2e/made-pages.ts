/** Pages that come about by what a shop and its buyer do: each call makes another one, and gives its path. */
import { demoCaller } from "#cli/demo-caller.ts";
import { type Demo, expect } from "./fixtures.ts";
import { sendPageForm } from "./page-forms.ts";
import { kept, press } from "./simulated-providers.ts";

const dayMs = 24 * 60 * 60_000;

/** A quote of the demo's shop that can be accepted for a week. */
export async function makeQuote({ baseUrl, apiKey }: Demo, invoice: object = {}): Promise<string> {
  const { quoteNumber } = await demoCaller(baseUrl, apiKey).send("POST", "/quotes", {
    invoice: {
      client: { name: "نورة العتيبي", mobile: "0551234567" },
      lines: [
        { title: "تصميم شعار", quantity: 1, unitPrice: "1500.00", vatRate: "15" },
        { title: "بطاقات أعمال", quantity: 200, unitPrice: "1.25", vatRate: "15" },
      ],
      ...invoice,
    },
    validUntil: new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10),
    dueDays: 14,
  });
  return `/pay/quote/${quoteNumber}`;
}

/** The payment page of an invoice whose buyer has asked for a SADAD number and has not paid it. */
export async function makeOpenBill(demo: Demo): Promise<string> {
  return `/pay/info/${await openBill(demo)}`;
}

/** The number of an invoice whose bill was paid with too much: that is given back, and the invoice is not paid. */
export async function makeSurplus(demo: Demo): Promise<string> {
  const orderNumber = await openBill(demo);
  const [bill] = await kept(demo, { simulator: "moyasar", store: "bills" }, orderNumber);
  await press(demo, `/moyasar/bank/${bill?.id}`, "over");
  return orderNumber;
}

async function openBill({ baseUrl, apiKey }: Demo): Promise<string> {
  const orderNumber = await demoCaller(baseUrl, apiKey).issue({
    lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "85.00", vatRate: "15" }],
  });
  const model = await (await fetch(`${baseUrl}/rest/pay/order/${orderNumber}`)).json();
  const { transactionId, signature } = model as { transactionId: string; signature: string };
  const name = { clientName: "نورة العتيبي", firstName: "نورة", lastName: "العتيبي" };
  const response = await fetch(`${baseUrl}/rest/pay/sadad/authorize`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({
      ...{ orderNumber, transactionId, signature, ...name },
      ...{ mobile: "0551234567", nationalId: "1012345672" },
    }),
  });
  expect(response.status).toBe(200);
  return orderNumber;
}

/** Answers a quote as its page's forms do. */
export async function answerQuote(
  { baseUrl }: Demo,
  path: string,
  answer: "accept" | "decline",
): Promise<void> {
  const quoteNumber = path.split("/").at(-1) ?? "";
  await sendPageForm(baseUrl, {
    form: "/rest/pay/quote/:quoteNumber/:answer",
    named: { quoteNumber, answer },
  });
}

/** The list of all that a buyer of the demo's shop has: an invoice that was paid and one that was not. The link comes by mail. */
export async function makeDocumentsList({ baseUrl, simulatorUrl, apiKey }: Demo): Promise<string> {
  const caller = demoCaller(baseUrl, apiKey);
  const email = `noura-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const mobile = `05${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const client = { name: "نورة العتيبي", mobile, email };
  const issue = (title: string, unitPrice: string): Promise<string> =>
    caller.issue({ client, lines: [{ title, quantity: 1, unitPrice, vatRate: "15" }] });
  await caller.pay(await issue("تمر سكري مفتّل", "85.00"), {});
  const open = await issue("Espresso machine with two handles and a grinder", "1250.00");
  await sendPageForm(baseUrl, { form: "/rest/pay/documentsLink/:orderNumber", named: { orderNumber: open } });
  const inbox = `${simulatorUrl}/_control/mail?${new URLSearchParams({ to: email })}`;
  const found = async (): Promise<string | undefined> => {
    const { messages } = (await (await fetch(inbox)).json()) as {
      messages: readonly { readonly text: string }[];
    };
    return messages.flatMap(({ text }) => /\/pay\/mine\/[\w.-]+/.exec(text) ?? [])[0];
  };
  await expect.poll(found).toBeDefined();
  return (await found()) ?? "";
}
