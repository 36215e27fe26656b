/**
 * A shop of its own whose every free text is what an attacker would write: names, addresses, lines, notes, terms, keys, files.
 * Each text names its field, so that a page can be asked for it, and holds an element that gives itself away once it is one.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { minor } from "#core/money.ts";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase, type Database } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { ensurePerson, setMembership, setPassword } from "#server/people/persons.ts";
import { codeTexts } from "#test/hostile-texts.ts";
import { completeSeller } from "#test/sellers.ts";
import type { Demo } from "./fixtures.ts";
import { writeAsBuyer } from "./hostile-buyer.ts";

/** What elements of a text that was taken for markup have. */
export const trap = "data-ran";

export type HostileShop = AsyncDisposable & {
  /** The shop as fixtures know one: its key, and its owner. */
  readonly demo: Demo;
  /** Every text that was sent, by its field. */
  readonly texts: Readonly<Record<string, string>>;
  readonly merchantId: number;
  readonly username: string;
  readonly orders: { readonly open: string; readonly paid: string; readonly refunded: string };
  readonly linkIdentity: string;
  readonly productId: number;
  readonly clientId: number;
  readonly draftId: number;
  readonly quoteNumber: string;
  readonly recurringId: string;
  readonly endpointId: number;
  readonly call: Call;
};

type Answer = Readonly<Record<string, unknown>>;
type Call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) => Promise<Answer>;

const password = "dates from al-Ahsa 7";
const total = { unitPrice: "1234.56", quantity: 1, vatRate: "15" } as const;
/** What the buyer owes: its digits may not be turned round. */
export const owed = "1,419.74";

/** Makes it on the running system. */
export async function openHostileShop(demo: Demo, dataDir: string): Promise<HostileShop> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  await using parts = new AsyncDisposableStack();
  const db = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  parts.defer(db.close);
  const texts: Record<string, string> = {};
  const text: HostileText = (field, most = Number.POSITIVE_INFINITY) => {
    texts[field] ??= hostileText(field, Object.keys(texts).length, most);
    return texts[field];
  };
  const made = await makeMerchant(db, demo, text);
  const call = caller(demo, made.apiKey);
  const receiver = await startReceiver(text("answer"));
  parts.defer(async () => void receiver.close());
  const stock = await fill({ call, text, receiver, demo });
  const opened = parts.move();
  return {
    ...stock,
    demo: { ...demo, apiKey: made.apiKey, person: { ...demo.person, email: made.email, password } },
    texts,
    merchantId: made.merchantId,
    username: made.username,
    call,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A text for a field, of at most so many letters where its form takes no more. */
export type HostileText = (field: string, most?: number) => string;

function hostileText(field: string, count: number, most: number): string {
  const own = `${field} \u202e<i ${trap}=${count}>${field.endsWith("En") ? "" : " نص"}`;
  const whole = `${codeTexts[count % codeTexts.length]} ${own}`;
  const fitting = [whole, own].find((text) => [...text].length <= most);
  if (fitting === undefined)
    throw new Error(`no hostile text fits into ${most} letters of ${field}: name it shorter`);
  return fitting;
}

async function makeMerchant(
  { kysely }: Database,
  { apiKey }: Demo,
  text: HostileText,
): Promise<{
  readonly merchantId: number;
  readonly username: string;
  readonly apiKey: string;
  readonly email: string;
}> {
  const unique = crypto.randomUUID().slice(0, 8);
  const username = `hostile-${unique}`;
  const { id: merchantId } = await createMerchant(kysely, {
    username,
    shopName: "متجر",
    email: `hostile-${unique}@example.com`,
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
    redirectHosts: ["shop.example"],
  });
  const people = { owner: "personName", cashier: "otherPersonName" } as const;
  for (const [role, name] of Object.entries(people)) {
    const email = `${role}-${unique}@example.com`;
    const person = await ensurePerson(kysely, { email, name: text(name) });
    await setMembership(kysely, { merchantId, personId: person.id, role: role as keyof typeof people });
    await setPassword(kysely, { personId: person.id, hash: await hashPassword(password), now: new Date() });
  }
  await kysely
    .insertInto("refund_limits")
    .values({ merchant_id: merchantId, per_invoice: minor(10_000), per_day: null, applies_to: ["key"] })
    .execute();
  const environment = apiKey.startsWith("wasl_local_") ? "local" : "test";
  const key = await createApiKey(kysely, { merchantId, name: text("firstKeyName"), environment });
  return { merchantId, username, apiKey: key, email: `owner-${unique}@example.com` };
}

function caller({ baseUrl }: Demo, apiKey: string): Call {
  return async (method, path, body) => {
    const isFile = body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(path.startsWith("/api/") && {
          authorization: `Bearer ${apiKey}`,
          "idempotency-key": crypto.randomUUID(),
        }),
        ...(body && { "content-type": isFile ? "application/pdf" : "application/json" }),
        "user-agent": `Mozilla/5.0 <script>window.__ran=1</script> <i ${trap}=agent>`,
      },
      body: isFile ? new Uint8Array(body) : body ? JSON.stringify(body) : null,
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** A merchant's server that answers webhooks with markup. */
async function startReceiver(answer: string): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(500, { "content-type": "text/html" }).end(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

type Making = {
  readonly call: Call;
  readonly text: HostileText;
  readonly receiver: Server;
  readonly demo: Demo;
};

async function fill(making: Making) {
  const { call, text } = making;
  await nameShop(making);
  await writeWords(making);
  const client = clientOf(text);
  const invoice = invoiceOf(text, client);
  const issue = async (more: object = {}) =>
    String((await call("POST", "/api/v1/invoices", { ...invoice, ...more }))["orderNumber"]);
  const open = await issue();
  const paid = await issue({ externalOrderNumber: text("paidExternalNumber") });
  await pay(making, paid);
  const refunded = await issue({ externalOrderNumber: text("refundedExternalNumber") });
  await pay(making, refunded);
  await call("POST", `/api/v1/invoices/${refunded}/refunds`, {
    amount: "10.00",
    reason: text("refundReason"),
  });
  // Above the shop's limit: it waits for a second person.
  await call("POST", `/api/v1/invoices/${paid}/refunds`, {
    amount: "200.00",
    reason: text("approvalReason"),
  });
  const debit = { title: text("debitTitle"), quantity: 1, unitPrice: "5.00" };
  await call("POST", `/api/v1/invoices/${paid}/debit-notes`, { reason: text("debitReason"), lines: [debit] });
  const { id: draftId } = await call("POST", "/api/v1/invoice-drafts", {
    client: { name: text("draftClient") },
    lines: [{ title: text("draftTitle") }],
    note: text("draftNote"),
  });
  const day = new Date().toISOString().slice(0, 10);
  // What an invoice says of its own time, these say otherwise.
  const { quoteNumber } = await call("POST", "/api/v1/quotes", {
    invoice: { ...invoice, expiresAt: undefined, dueDate: undefined },
    validUntil: `${new Date().getUTCFullYear() + 1}-01-01`,
  });
  const { id: recurringId } = await call("POST", "/api/v1/recurring-invoices", {
    ...{
      name: text("recurringName"),
      every: "month",
      startsOn: `${new Date().getUTCFullYear() + 1}-${day.slice(5)}`,
    },
    invoice: { ...invoice, expiresAt: undefined, dueDate: undefined },
  });
  const clients = (await call("GET", "/api/v1/clients"))["items"] as readonly { readonly id: number }[];
  const clientId = clients[0]?.id;
  await call("PATCH", `/api/v1/clients/${clientId}`, { notes: text("clientNotes") });
  await call("POST", "/api/v1/keys", { name: text("keyName"), scopes: ["read"] });
  const shelves = await fillShelves(making);
  const orders = { open, paid, refunded };
  await writeAsBuyer({ ...making, ...shelves, orders }, text);
  return {
    orders,
    draftId: Number(draftId),
    quoteNumber: String(quoteNumber),
    recurringId: String(recurringId),
    clientId: Number(clientId),
    ...shelves,
    endpointId: await addEndpoint(making),
  };
}

/** Terms of sale in both languages, and own words for a mail; braces would be places for facts. */
async function writeWords({ call, text }: Making): Promise<void> {
  await call("POST", "/api/v1/agreements", {
    title: text("termsTitle"),
    text: text("termsText"),
    english: { title: text("termsTitleEn"), text: text("termsTextEn") },
  });
  await call("PUT", "/api/v1/messages/texts/payment_link/email/ar", {
    subject: text("mailSubject").replace(/[{}]/g, ""),
    text: text("mailText").replace(/[{}]/g, ""),
  });
}

async function nameShop({ call, text }: Making): Promise<void> {
  const address = (suffix: string) =>
    Object.fromEntries(["street", "district", "city"].map((part) => [part, text(`${part}${suffix}`)]));
  await call("PATCH", "/api/v1/merchant", {
    shopName: text("shopName"),
    legalName: text("legalName"),
    legalNameEn: text("legalNameEn"),
    nationalAddress: {
      buildingNumber: "7525",
      additionalNumber: "3456",
      postalCode: "12252",
      ...address(""),
    },
    nationalAddressEn: address("En"),
    contact: {
      city: text("contactCity"),
      address1: text("contactAddress"),
      email: "care@example.com",
      returnsText: text("returnsText"),
    },
  });
}

function clientOf(text: HostileText): object {
  return {
    name: text("clientName"),
    mobile: "0551234567",
    countryCode: "SA",
    email: "buyer@example.com",
    legalName: text("clientLegalName"),
    address: text("clientAddress"),
    postalAddress: {
      street: text("clientStreet"),
      buildingNumber: "1234",
      district: text("clientDistrict"),
      postalCode: "12345",
      city: text("clientCity"),
      country: "SA",
    },
  };
}

function invoiceOf(text: HostileText, client: object): object {
  return {
    externalOrderNumber: text("externalNumber"),
    lines: [{ title: text("lineTitle"), description: text("lineDescription"), ...total }],
    client,
    note: text("note"),
    callbackUrl: "https://shop.example/back",
    cancelUrl: "https://shop.example/cancel",
    agreement: { title: text("agreementTitle"), text: text("agreementText") },
    metadata: { shelf: text("metadata") },
  };
}

/** Pays with a card that its bank does not ask about, as a buyer whose own name and address are hostile, too. */
async function pay({ call, text }: Making, orderNumber: string): Promise<void> {
  const { session } = await call("POST", "/rest/pay/prepareSession", {
    orderNumber,
    cardNumber: "5123456789012346",
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA",
    cvv: "100",
  });
  const { transactionId, signature } = await call("GET", `/rest/pay/order/${orderNumber}`);
  const answer = await call("POST", "/rest/pay/openGateway", {
    sessionId: (session as { readonly id: string }).id,
    orderNumber,
    transactionId,
    signature,
    clientName: text("payerName"),
    clientEmail: null,
    clientMobile: "0551234567",
    clientCountryCode: "sa",
    shipmentCity: text("payerCity"),
    shipmentAddress: text("payerAddress"),
    emailSignature: null,
    agreementAccepted: true,
  });
  if (answer["statusCode"] !== 200) throw new Error(`not paid: ${JSON.stringify(answer)}`);
}

async function fillShelves({ call, text }: Making) {
  const name = new URLSearchParams({ fileName: text("fileName") });
  const file = await call("POST", `/api/v1/digital-files?${name}`, new TextEncoder().encode("%PDF-1.4\n"));
  const product = await call("POST", "/api/v1/products", {
    title: text("productTitle"),
    description: text("productDescription"),
    price: "1234.56",
    vatRate: "15",
    isDigital: true,
    digitalContent: { text: text("digitalText"), fileId: file["id"] },
  });
  const link = await call("POST", "/api/v1/product-links", {
    productId: product["id"],
    agreement: { title: text("linkAgreementTitle"), text: text("linkAgreementText") },
    askedFields: [
      { key: "a", type: "choice", label: { ar: text("askedLabel") }, choices: [{ ar: text("askedChoice") }] },
      { key: "b", type: "text", label: { ar: text("askedWords") } },
    ],
  });
  const discount = { type: "PERCENTAGE", value: "10" };
  await call("POST", "/api/v1/coupons", { code: `OFF-${String(product["id"])}`, discount });
  return { productId: Number(product["id"]), linkIdentity: String(link["linkIdentity"]) };
}

async function addEndpoint({ call, text, receiver }: Making): Promise<number> {
  const { port } = receiver.address() as AddressInfo;
  const endpoint = await call("POST", "/api/v1/webhook-endpoints", {
    url: `http://127.0.0.1:${port}/hook?${trap}=%3Ci%20${trap}=url%3E`,
    description: text("endpointDescription"),
    types: ["invoice.cancelled"],
    headers: { [`x-${trap}`]: "a secret" },
  });
  await call("POST", `/api/v1/webhook-endpoints/${endpoint["id"]}/test`, {});
  return Number(endpoint["id"]);
}
