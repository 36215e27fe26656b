/**
 * The demo merchant of the `local` environment: one order in every status, made the way a merchant and a buyer would
 * make them, through the calls of this very server and the gateway's simulator. `$DATA_DIR/demo.json` (mode 0600)
 * tells scripts what there is.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { hashApiKey } from "#server/merchant-api/api-keys.ts";
import { findMerchant } from "#server/merchant-api/api-merchant.ts";
import type { RunningServer } from "#server/start-server.ts";
import { demoCaller } from "./demo-caller.ts";
import { demoCouponCodes, seedLinks } from "./demo-links.ts";
import { seedMerchant } from "./demo-merchant.ts";
import { goodsOf, seedClosedOrders, seedOpenOrders } from "./demo-orders.ts";
import { type DemoPerson, openDemoPerson, personLine } from "./demo-person.ts";
import { seedPictures } from "./demo-pictures.ts";

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
