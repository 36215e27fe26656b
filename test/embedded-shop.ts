/** A merchant and buyers of a server process that has its own built-in database. */

import { createLog } from "#server/log/log.ts";
import { readConfig } from "#server/settings/config.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";
import { cards, gatewayBody, makeMerchant } from "./app-harness.ts";
import { createTestClock } from "./clock.ts";
import { installDatabase } from "./installed-directory.ts";
import { processSettings, type ServerProcess, sendTo } from "./server-process.ts";

export type Place = {
  readonly dataDir: string;
  readonly simulatorUrl: string;
  /** Of the database's log; without it nothing is archived. */
  readonly walArchive?: string;
};

/** A start as the program makes it, with the pages of a build where one is named, whose jobs do what is due now and then rest: its clock's sleep does not end. */
export async function startHere(
  { dataDir, simulatorUrl, walArchive }: Place,
  distDir: string | null = null,
): Promise<RunningServer & AsyncDisposable> {
  const config = readConfig({
    ...processSettings,
    ...{ DATA_DIR: dataDir, SIM_URL: simulatorUrl },
    ...(walArchive !== undefined && { WASL_WAL_ARCHIVE: walArchive }),
  });
  const server = await startServer(config, {
    log: createLog(() => {}),
    distDir,
    clock: createTestClock(),
    onFatal: (why) => {
      throw new Error(why);
    },
  });
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

/** The first start of an installation, whose database was made before, and by which a merchant gets a key. */
export async function firstKey(place: Place): Promise<Key> {
  await installDatabase(place.dataDir);
  await using server = await startHere(place);
  const { apiKey } = await makeMerchant(server.services.db.kysely, "test");
  return { authorization: `Bearer ${apiKey}` };
}

type Address = Pick<ServerProcess, "url">;

export type Key = { readonly authorization: string };

/** Issues an invoice and gives its number. */
export async function issue(server: Address, key: Key): Promise<string> {
  const client = { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" };
  const lines = [{ title: "تمر سكري", quantity: 1, unitPrice: "100.00", vatRate: "15" }];
  const headers = { ...key, "idempotency-key": crypto.randomUUID() };
  const reply = await sendTo(server, "/api/v1/invoices", { client, lines }, headers);
  return String(reply?.body["orderNumber"]);
}

/** The body of openGateway with a card whose bank asks nothing. */
export async function payment(server: Address, orderNumber: string): Promise<object> {
  const prepared = await sendTo(server, "/rest/pay/prepareSession", {
    orderNumber,
    cardNumber: cards.frictionless,
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA",
    cvv: "100",
  });
  const { id } = Object(prepared?.body["session"]);
  const model = await (await fetch(`${server.url}/rest/pay/order/${orderNumber}`)).json();
  return gatewayBody(model, id);
}

/** How the merchant sees an order. */
export async function statusSeen(server: Address, key: Key, orderNumber: string): Promise<string> {
  const reply = await fetch(`${server.url}/api/v1/invoices/${orderNumber}`, { headers: key });
  return String(Object(await reply.json())["status"]);
}
