/**
 * The demo merchant of the `local` environment: one order in every status, made the way a merchant and a buyer would
 * make them, through the calls of this very server and the gateway's simulator. `$DATA_DIR/demo.json` (mode 0600)
 * tells scripts what there is.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { createApiKey, createMerchant, hashApiKey } from "#server/merchant-api/api-keys.ts";
import { findMerchant } from "#server/merchant-api/api-merchant.ts";
import type { RunningServer } from "#server/start-server.ts";
import { type DemoCaller, demoCaller } from "./demo-caller.ts";
import { demoCouponCodes, seedLinks } from "./demo-links.ts";
import { type DemoPerson, openDemoPerson, personLine } from "./demo-person.ts";
import { type DemoPictures, seedPictures } from "./demo-pictures.ts";

export type Demo = {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
  /** Who signs in to the console of the demo's shop; null where others than this machine reach the server. */
  readonly person?: DemoPerson | null;
  /** Order numbers by what the order shows. */
  readonly orders: Readonly<Record<string, string>>;
  /** Link identities of product links. */
  readonly links: Readonly<Record<string, string>>;
};

const fileName = "demo.json";
const username = "nakheel";
const vatNumber = "310122393500003";

/** Where a demo is shown: the server that has it, and the simulators beside it. */
type Place = { readonly server: RunningServer; readonly simulatorUrl: string };

/**
 * The demo of an earlier start where the database still knows it, with the addresses of this start; else a new one.
 * A start that was cut short while it seeded has left no demo.json: the next one begins again, with a merchant of its
 * own.
 */
export async function openDemo(place: Place): Promise<Demo> {
  const { services } = place.server;
  const { config } = services;
  const kept = await readDemo(config.dataDir);
  const merchant = kept && (await findMerchant(services, { hash: hashApiKey(kept.apiKey) }, null));
  if (!merchant) return await seedDemo(place);
  const person = await openDemoPerson(services, merchant.id);
  const demo: Demo = { ...kept, baseUrl: config.webUrl, simulatorUrl: place.simulatorUrl, person };
  await writeDemo(config.dataDir, demo);
  return demo;
}

async function readDemo(dataDir: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, fileName), "utf8")) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The file is there whole or not at all. */
async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const path = join(dataDir, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Makes the demo merchant and orders, and writes demo.json. */
async function seedDemo({ server, simulatorUrl }: Place): Promise<Demo> {
  const { config } = server.services;
  const { merchantId, apiKey } = await seedMerchant(server);
  const caller = demoCaller(server.url, apiKey);
  const pictures = await seedPictures(caller);
  const goods = goodsOf(pictures);
  const orders = {
    ...(await seedOpenOrders(caller, goods)),
    ...(await seedClosedOrders(caller, goods)),
  };
  const links = await seedLinks(server, caller, pictures);
  const paidLink = await caller.checkOut(links["stock"] ?? "", { qty: 2 });
  await caller.pay(paidLink, {});
  const demo: Demo = {
    baseUrl: config.webUrl,
    simulatorUrl,
    apiKey,
    person: await openDemoPerson(server.services, merchantId),
    orders: { ...orders, paidLink },
    links,
  };
  await writeDemo(config.dataDir, demo);
  return demo;
}

/** Makes the merchant, with an API key. */
async function seedMerchant(server: RunningServer): Promise<{ merchantId: number; apiKey: string }> {
  const { config } = server.services;
  const db = server.services.db.kysely;
  const earlier = await db
    .selectFrom("merchants")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  const merchant = await createMerchant(db, {
    username: earlier ? `${username}-${Date.now().toString(36)}` : username,
    shopName: "متجر النخيل",
    email: "shop@nakheel.example",
    phone: "+966112345678",
    vatNumber,
    seller: {
      legal_name: "شركة النخيل للتجارة",
      legal_name_en: "Nakheel Trading Company",
      legal_id_scheme: "CRN",
      legal_id_value: "1010123456",
      address_street: "طريق الملك فهد",
      address_building_number: "7525",
      address_additional_number: "3456",
      address_district: "العليا",
      address_postal_code: "12252",
      address_city: "الرياض",
      address_street_en: "King Fahd Road",
      address_district_en: "Al Olaya",
      address_city_en: "Riyadh",
    },
    // What the link "clientPaysFees" adds to its price.
    commissionRateBps: 250,
  });
  await db
    .insertInto("merchant_contacts")
    .values({
      merchant_id: merchant.id,
      city: "الرياض",
      address1: "7525 طريق الملك فهد، حي العليا، 12252",
      email: "care@nakheel.example",
      phone: "+966112345679",
      commercial_registration: "1010123456",
    })
    .execute();
  await db
    .insertInto("themes")
    .values({
      merchant_id: merchant.id,
      settings: JSON.stringify({ primaryColor: "#0f6b5c", secondaryColor: "#c8963e", showLogo: "merchant" }),
    })
    .execute();
  const key = { merchantId: merchant.id, name: "demo", environment: config.environment };
  return { merchantId: merchant.id, apiKey: await createApiKey(db, key) };
}

type Goods = { readonly dates: object; readonly coffee: object };

function goodsOf(pictures: DemoPictures): Goods {
  return {
    dates: {
      title: "تمر سكري مفتّل",
      description: "صندوق هدية، 1 كجم",
      quantity: 2,
      unitPrice: "85.00",
      vatRate: "15",
      imageId: pictures.dates,
    },
    coffee: {
      title: "قهوة سعودية",
      description: "محمّصة، 500 جم",
      quantity: 1,
      unitPrice: "64.50",
      vatRate: "15",
      imageId: pictures.coffee,
    },
  };
}

async function seedOpenOrders(caller: DemoCaller, { dates, coffee }: Goods): Promise<Record<string, string>> {
  const pending = await caller.issue({ lines: [dates, coffee] });
  // A decline: the bank refuses cards that expire 05/39.
  await caller.pay(pending, { expiry: "05/39" });
  return {
    created: await caller.issue({
      lines: [dates, coffee],
      discount: { type: "PERCENTAGE", value: "10" },
      note: "شكرًا لتسوقكم معنا",
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

/** A buyer with a VAT number gets a standard tax invoice; a line without VAT says on it why. */
const business = {
  legalName: "شركة واحة الخليج للتجارة",
  mobile: "0551234567",
  vatNumber: "300000000000003",
  postalAddress: {
    street: "شارع العليا",
    buildingNumber: "7525",
    district: "الورود",
    postalCode: "12252",
    city: "الرياض",
  },
};
const firstAid = {
  title: "حقيبة إسعافات أولية",
  quantity: 3,
  unitPrice: "40.00",
  vatRate: "0",
  vatExemption: "VATEX-SA-35",
};

async function seedClosedOrders(
  caller: DemoCaller,
  { dates, coffee }: Goods,
): Promise<Record<string, string>> {
  const paidOrder = async (lines: readonly object[], rest: object = {}): Promise<string> => {
    const order = await caller.issue({ lines, ...rest });
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
  const partlyRefunded = await paidOrder([dates, coffee]);
  await caller.act(partlyRefunded, "refunds", { amount: "50.00", reason: "عبوة ناقصة" });
  const cancelled = await caller.issue({ lines: [dates] });
  await caller.act(cancelled, "cancel", {});
  return {
    paid,
    completedInvoice,
    completedOrder,
    refunded,
    partlyRefunded,
    standardInvoice: await paidOrder([dates, coffee, firstAid], { client: business }),
    cancelled,
  };
}

/** Number of an invoice of the demo that can still be paid: the first such one; null when none can. */
export async function openDemoOrder(demo: Demo, { services }: RunningServer): Promise<string | null> {
  const payable = orderStatuses.filter((status) => orderStatusFacts[status].payable);
  const open = await services.db.kysely
    .selectFrom("orders")
    .select("order_number")
    .where("order_number", "in", Object.values(demo.orders))
    .where("status", "in", payable)
    .execute();
  const numbers = new Set(open.map((order) => order.order_number));
  return Object.values(demo.orders).find((number) => numbers.has(number)) ?? null;
}

/** Prints the links that a person would open first. */
export function printDemo(demo: Demo): void {
  const lines = (path: string, all: Readonly<Record<string, string>>): string[] =>
    Object.entries(all).map(([name, id]) => `  ${name.padEnd(18)} ${demo.baseUrl}${path}${id}`);
  console.log(["", "Demo invoices:", ...lines("/pay/order/", demo.orders), ""].join("\n"));
  const codes = `  coupon codes       ${demoCouponCodes.join(", ")}`;
  console.log(["Demo product links:", ...lines("/pay/product/", demo.links), codes, ""].join("\n"));
  console.log(`  pay page           ${demo.baseUrl}/pay/info/${demo.orders["created"]}`);
  console.log(`  pay in a shop      ${demo.simulatorUrl}/shop/${demo.orders["created"]}`);
  console.log(`  try 3-D Secure     ${demo.baseUrl}/pay/info3/${demo.orders["created"]}`);
  if (demo.person) console.log(`  shop console       ${personLine(demo.person)}`);
  console.log(`  provider simulator ${demo.simulatorUrl}`);
  console.log(`  merchant API key   in ${fileName} of the data directory\n`);
}
