/**
 * The demo merchant of the `local` environment: one order in every status, made the way a merchant and a buyer would
 * make them, through the calls of this very server and the gateway's simulator. `$DATA_DIR/demo.json` (mode 0600)
 * tells scripts what there is.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minor } from "#core/money.ts";
import { runInTransaction } from "#db/open.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { issueOrder, type OrderToIssue } from "#server/orders/issue-order.ts";
import type { RunningServer } from "#server/start-server.ts";
import { type DemoCaller, demoCaller } from "./demo-caller.ts";

export type Demo = {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
  /** Order numbers by what the order shows. */
  readonly orders: Readonly<Record<string, string>>;
  /** Link identities of product links. */
  readonly links: Readonly<Record<string, string>>;
};

const fileName = "demo.json";
const vatNumber = "310122393500003";

/** The demo of an earlier start, or null when this data directory has none. */
export async function readDemo(dataDir: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, fileName), "utf8")) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Makes the demo merchant and orders, and writes demo.json. */
export async function seedDemo(
  server: RunningServer,
  options: { readonly simulatorUrl: string },
): Promise<Demo> {
  const { services } = server;
  const { merchantId, apiKey } = await seedMerchant(server);
  const caller = demoCaller(server.url, apiKey);
  const orders = {
    ...(await seedOpenOrders(caller)),
    ...(await seedClosedOrders(caller)),
    paidLink: await seedPaidLink(server, caller, merchantId),
  };
  const demo: Demo = {
    baseUrl: services.config.webUrl,
    simulatorUrl: options.simulatorUrl,
    apiKey,
    orders,
    links: {},
  };
  const path = join(services.config.dataDir, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return demo;
}

async function seedMerchant(server: RunningServer): Promise<{ merchantId: number; apiKey: string }> {
  const db = server.services.db.kysely;
  const merchant = await createMerchant(db, {
    username: "nakheel",
    shopName: "متجر النخيل",
    email: "shop@nakheel.example",
    phone: "+966112345678",
    vatNumber,
  });
  await db
    .insertInto("merchant_contacts")
    .values({
      merchant_id: merchant.id,
      city: "الرياض",
      address1: "طريق الملك فهد، حي العليا",
      email: "care@nakheel.example",
      phone: "+966112345679",
    })
    .execute();
  await db
    .insertInto("themes")
    .values({
      merchant_id: merchant.id,
      settings: JSON.stringify({ primaryColor: "#0f6b5c", secondaryColor: "#8c60e2", showLogo: "merchant" }),
    })
    .execute();
  return {
    merchantId: merchant.id,
    apiKey: await createApiKey(db, { merchantId: merchant.id, name: "demo", environment: "local" }),
  };
}

const dates = {
  title: "تمر سكري مفتّل",
  description: "صندوق هدية، 1 كجم",
  quantity: 2,
  unitPrice: "85.00",
  vatRate: "15",
};
const coffee = {
  title: "قهوة سعودية",
  description: "محمّصة، 500 جم",
  quantity: 1,
  unitPrice: "64.50",
  vatRate: "15",
};

async function seedOpenOrders(caller: DemoCaller): Promise<Record<string, string>> {
  const pending = await caller.issue({ lines: [dates, coffee] });
  // A decline: the bank refuses cards that expire 05/39.
  await caller.pay(pending, { expiry: "05/39" });
  return {
    created: await caller.issue({
      lines: [dates, coffee],
      discount: { type: "PERCENTAGE", value: "10" },
      note: "شكراً لتسوقكم معنا",
      externalOrderNumber: "NK-1001",
    }),
    pending,
    digital: await caller.issue({
      lines: [
        { title: "كتاب إلكتروني: نخيل نجد", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true },
      ],
    }),
    agreement: await caller.issue({
      lines: [coffee],
      agreement: {
        title: "اتفاقية البيع",
        text: "يُسلَّم الطلب خلال ثلاثة أيام عمل. يمكن إرجاع المنتج خلال سبعة أيام ما لم يُفتح.",
      },
    }),
    foreignCurrency: await caller.issue({
      lines: [dates],
      foreignEquivalent: { currency: "USD", amount: "52.13" },
    }),
    callback: await caller.issue({
      lines: [coffee],
      callbackUrl: "https://shop.nakheel.example/done",
      cancelUrl: "https://shop.nakheel.example/cart",
    }),
    discountFixed: await caller.issue({
      lines: [dates, coffee],
      discount: { type: "FIXED", value: "20.00" },
    }),
    cardOnly: await caller.issue({ lines: [coffee], allowedMethods: ["creditcard"] }),
    expiring: await caller.issue({
      lines: [coffee],
      expiresAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    }),
  };
}

async function seedClosedOrders(caller: DemoCaller): Promise<Record<string, string>> {
  const paidOrder = async (lines: readonly object[]): Promise<string> => {
    const order = await caller.issue({ lines });
    await caller.pay(order, {});
    return order;
  };
  const paid = await paidOrder([dates]);
  const completedInvoice = await paidOrder([coffee]);
  await caller.act(completedInvoice, "complete", { as: "COMPLETED_INVOICE" });
  const completedOrder = await paidOrder([dates, coffee]);
  await caller.act(completedOrder, "complete", { as: "COMPLETED_ORDER" });
  const refunded = await paidOrder([coffee]);
  await caller.act(refunded, "refunds", {});
  const cancelled = await caller.issue({ lines: [dates] });
  await caller.act(cancelled, "cancel", {});
  return { paid, completedInvoice, completedOrder, refunded, cancelled };
}

/** An order as a product link makes it, paid: PAID_LINK. */
async function seedPaidLink(server: RunningServer, caller: DemoCaller, merchantId: number): Promise<string> {
  const { services } = server;
  const order: OrderToIssue = {
    merchant: { id: merchantId, vatNumber, commissionRateBps: 0 },
    source: "link",
    externalOrderNumber: null,
    currency: "SAR",
    lines: [
      {
        productId: null,
        title: "تمر سكري مفتّل",
        description: null,
        quantity: 1,
        unitPrice: minor(8500),
        vatBps: 1500,
        isDigital: false,
        imageId: null,
      },
    ],
    discount: null,
    pricesIncludeVat: false,
    clientPaysFees: false,
    client: {
      name: "نورة العتيبي",
      mobile: "+966551234567",
      countryCode: "SA",
      email: null,
      vatNumber: null,
      address: null,
    },
    note: null,
    callbackUrl: null,
    cancelUrl: null,
    allowedMethods: ["mada", "creditcard", "amex"],
    agreement: null,
    foreignEquivalent: null,
    expiresAt: null,
  };
  const { orderNumber } = await runInTransaction(services.db.kysely, (trx) =>
    issueOrder(services, trx, order),
  );
  await caller.pay(orderNumber, {});
  return orderNumber;
}

/** Prints the links that a person would open first. */
export function printDemo(demo: Demo): void {
  const line = (name: string, order: string): string =>
    `  ${name.padEnd(18)} ${demo.baseUrl}/pay/order/${order}`;
  console.log(
    ["", "Demo invoices:", ...Object.entries(demo.orders).map(([name, order]) => line(name, order)), ""].join(
      "\n",
    ),
  );
  console.log(`  pay page           ${demo.baseUrl}/pay/info/${demo.orders["created"]}`);
  console.log(`  provider simulator ${demo.simulatorUrl}`);
  console.log(`  merchant API key   in ${fileName} of the data directory\n`);
}
