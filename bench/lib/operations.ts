/**
 * The measured operations, each in two forms: through this project's calls and through the bare routes. What an
 * operation uses up is made before the clock starts; what it left behind is counted after the clock has stopped.
 */
import { randomUUID } from "node:crypto";
import type { OrderPageModel } from "#contract/order.ts";
import { paidOrdersAgree } from "./agreement.ts";
import { type Operation, runAll } from "./closed-loop.ts";
import { readJson, requestBytes } from "./http-connection.ts";
import type { Installation } from "./installation.ts";
import type { Program } from "./program.ts";

export type Side = "ours" | "bare";

/** The two programs under test; both work on the same database. */
export type Pair = Readonly<Record<Side, Program>>;

/** What one sample does. */
export type Work = {
  /** The next operation; null when all that was prepared is used up. */
  readonly next: () => Operation | null;
  /** Throws when what was done does not add up. */
  readonly verify: () => Promise<void>;
};

export type OperationKind = {
  readonly name: "load" | "create" | "pay";
  readonly connections: number;
  /** Makes the work of a sample of at most so many operations. */
  readonly prepare: (side: Side, count: number) => Promise<Work>;
};

/** Builds the operations on a running installation. */
export async function createOperations(
  installation: Installation,
  pair: Pair,
): Promise<readonly OperationKind[]> {
  const setting = { installation, pair };
  return [await loading(setting), creating(setting), paying(setting)];
}

type Setting = { readonly installation: Installation; readonly pair: Pair };

const buyer = {
  clientName: "نورة العتيبي",
  clientMobile: "0551234567",
  clientCountryCode: "sa",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد",
};
const card = {
  cardNumber: "5123456789012346",
  expiryMonth: "01",
  expiryYear: "39",
  nameOnCard: "NOURA ALOTAIBI",
  cvv: "100",
};
const loadedOrders = 200;
const clients = 500;

async function loading(setting: Setting): Promise<OperationKind> {
  const { pair } = setting;
  const models = await loadModels(setting, await issueInvoices(setting, loadedOrders));
  const requests: Readonly<Record<Side, readonly Operation[]>> = {
    ours: models.map(({ orderNumber }) => get(`${pair.ours.url}/rest/pay/order/${orderNumber}`)),
    bare: models.map(({ orderNumber, bytes }) =>
      get(`${pair.bare.url}/order/${orderNumber}/${bytes}`, bytes),
    ),
  };
  return {
    name: "load",
    connections: 32,
    prepare: async (side) => {
      let index = 0;
      return {
        next: () => {
          index += 1;
          return requests[side][index % loadedOrders] ?? null;
        },
        verify: async () => {},
      };
    },
  };
}

/** Reads an address; with `bytes`, the answer must have exactly so many. */
function get(url: string, bytes?: number): Operation {
  const request = requestBytes("GET", url);
  return async (connection) => {
    const { status, body } = await connection.send(request);
    if (status !== 200 || body.length !== (bytes ?? body.length))
      throw new Error(`${url} has answered ${status} with ${body.length} bytes`);
  };
}

function creating({ installation, pair }: Setting): OperationKind {
  const urls: Readonly<Record<Side, string>> = {
    ours: `${pair.ours.url}/api/v1/invoices`,
    bare: `${pair.bare.url}/invoices`,
  };
  const { db, merchantId, apiKey } = installation;
  const countOrders = async (): Promise<number> => {
    const { rows } = await db.pool.query("select count(*) from orders where merchant_id = $1", [merchantId]);
    return Number(rows[0].count);
  };
  return {
    name: "create",
    connections: 32,
    prepare: async (side) => {
      const before = await countOrders();
      let serial = 0;
      return {
        next: () => {
          serial += 1;
          const request = invoiceRequest(urls[side], apiKey, serial);
          return async (connection) => void readJson(await connection.send(request), 201);
        },
        verify: async () => {
          const made = (await countOrders()) - before;
          if (made !== serial) throw new Error(`${serial} invoices were answered and ${made} are there`);
        },
      };
    },
  };
}

/** Paying by card, whose invoices are issued before the clock starts. */
export function paying(setting: Setting): OperationKind {
  const { installation, pair } = setting;
  const pay = { ours: payThroughOurs(pair.ours.url), bare: payThroughBare(pair.bare.url) };
  return {
    name: "pay",
    connections: 16,
    prepare: async (side, count) => {
      const models = await loadModels(setting, await issueInvoices(setting, count));
      const paid: string[] = [];
      return {
        next: () => {
          const model = models.pop();
          if (!model) return null;
          const operation = pay[side](model);
          return async (connection) => {
            await operation(connection);
            paid.push(model.orderNumber);
          };
        },
        verify: () => paidOrdersAgree(installation, paid),
      };
    },
  };
}

type LoadedModel = Pick<OrderPageModel, "orderNumber" | "transactionId" | "signature"> & {
  /** Length of the whole model as it was sent. */
  readonly bytes: number;
};

/** As the page does it: a session with the card, then the payment with the session. */
function payThroughOurs(url: string) {
  return ({ orderNumber, transactionId, signature }: LoadedModel): Operation =>
    async (connection) => {
      const session = requestBytes("POST", `${url}/rest/pay/prepareSession`, {
        body: { orderNumber, ...card },
      });
      const prepared = readJson<PreparedSession>(await connection.send(session), 200);
      const body = {
        sessionId: prepared.session.id,
        orderNumber,
        ...buyer,
        clientEmail: null,
        transactionId,
        signature,
        emailSignature: null,
      };
      const paid = await connection.send(requestBytes("POST", `${url}/rest/pay/openGateway`, { body }));
      requirePaid(readJson(paid, 200));
    };
}

function payThroughBare(url: string) {
  return ({ orderNumber }: LoadedModel): Operation =>
    async (connection) => {
      const session = requestBytes("POST", `${url}/session`, { body: { orderNumber, ...card } });
      const prepared = readJson<PreparedSession>(await connection.send(session), 200);
      const body = { sessionId: prepared.session.id, orderNumber, ...buyer };
      requirePaid(readJson(await connection.send(requestBytes("POST", `${url}/pay`, { body })), 200));
    };
}

type PreparedSession = { readonly session: { readonly id: string } };

function requirePaid(result: { readonly statusCode?: number }): void {
  if (result.statusCode !== 200) throw new Error(`not paid: ${JSON.stringify(result)}`);
}

function invoiceRequest(url: string, apiKey: string, serial: number): Buffer {
  const line = (title: string, quantity: number, unitPrice: string) => ({
    title,
    description: "صندوق هدية",
    quantity,
    unitPrice,
    vatRate: "15",
  });
  return requestBytes("POST", url, {
    headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": randomUUID() },
    body: {
      externalOrderNumber: `NK-${serial}`,
      client: {
        name: "نورة العتيبي",
        mobile: `+96655${String(serial % clients).padStart(7, "0")}`,
        countryCode: "SA",
      },
      lines: [line("تمر سكري", 2, "85.00"), line("قهوة سعودية", 1, "64.50"), line("فنجان", 6, "12.25")],
      note: "شكراً لتسوقكم معنا",
    },
  });
}

/** Issues invoices through the merchant API and gives their numbers. */
async function issueInvoices({ installation, pair }: Setting, count: number): Promise<string[]> {
  const numbers: string[] = [];
  const issue = (serial: number): Operation => {
    const request = invoiceRequest(`${pair.ours.url}/api/v1/invoices`, installation.apiKey, serial);
    return async (connection) => {
      numbers.push(readJson<{ orderNumber: string }>(await connection.send(request), 201).orderNumber);
    };
  };
  await runAll(
    pair.ours.url,
    Array.from({ length: count }, (_, serial) => issue(serial)),
  );
  return numbers;
}

/** Loads the orders' models as pages do: paying needs their signatures. */
async function loadModels({ pair }: Setting, orderNumbers: readonly string[]): Promise<LoadedModel[]> {
  const models: LoadedModel[] = [];
  const load = (orderNumber: string): Operation => {
    const request = requestBytes("GET", `${pair.ours.url}/rest/pay/order/${orderNumber}`);
    return async (connection) => {
      const answer = await connection.send(request);
      const { transactionId, signature } = readJson<OrderPageModel>(answer, 200);
      models.push({ orderNumber, transactionId, signature, bytes: answer.body.length });
    };
  };
  await runAll(pair.ours.url, orderNumbers.map(load));
  return models;
}
