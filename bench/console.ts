/**
 * When the screens of the console can be used on a mid-tier phone with slow 4G that has never seen them: the page to sign in, and,
 * signed in, the list of invoices and home. Ends with 1 when one of the first two takes more than two seconds.
 *
 *   node bench/console.ts [visits of each, 5]
 */
import { join } from "node:path";
import { ensurePerson, setMembership } from "#server/people/persons.ts";
import { openSession } from "#server/people/sessions.ts";
import { median } from "./lib/closed-loop.ts";
import { type MerchantDatabase, startInstallation } from "./lib/installation.ts";
import { makeManyOrders } from "./lib/many-orders.ts";
import { startPageServer } from "./lib/page-server.ts";
import { measureVisit, startBrowser, type VisitFigures } from "./lib/page-visit.ts";
import { calibratedProfile } from "./lib/phone.ts";
import { waitUntilQuiet } from "./lib/processes.ts";

const visits = Number(process.argv[2] ?? 5);
const mostMs = 2_000;
const patienceMs = 10_000;
/** Of a server that has served before: its code is compiled. */
const warmUps = 2;

const screens = [
  { name: "sign-in", path: "/sign-in", usable: "[name=password]", isJudged: true },
  { name: "invoices", path: "/invoices", usable: "#main a.row-link", isJudged: true },
  { name: "home", path: "/", usable: "#main .home", isJudged: false },
] as const;

/** A session of the shop's owner, opened as signing in opens one; gives its token. */
async function signIn({ db: { kysely }, merchantId }: MerchantDatabase): Promise<string> {
  const { id: personId } = await ensurePerson(kysely, { email: "owner@nakheel.example", name: "نورة" });
  await setMembership(kysely, { merchantId, personId, role: "owner" });
  const place = { address: "127.0.0.1", userAgent: "bench" };
  return await openSession(kysely, { personId, now: Date.now(), place, opens: "all" });
}

await using installation = await startInstallation();
await using stack = new AsyncDisposableStack();
await makeManyOrders(installation, 1_000);
const settings = { WASL_CONSOLE_URL: "http://console.localhost" };
const ours = await installation.startOurs(installation.databaseUrl, settings);
stack.defer(ours.stop);
const address = ours.url.replace("127.0.0.1", "console.localhost");
const value = await signIn(installation);
const files = stack.use(await startPageServer([{ prefix: "/", folder: join(import.meta.dirname, "pages") }]));
const browser = stack.use(
  await startBrowser(`${files.url.replace("127.0.0.1", "localhost")}/static-form.html`),
);
const profile = await calibratedProfile(browser.browser);
console.log(`slow 4G, processor / ${profile.cpuFactor}, ${visits} visits of each, medians in ms`);
let slow = 0;
for (const { name, path, usable, isJudged } of screens) {
  const cookies = path === "/sign-in" ? [] : [{ name: "wasl_session", value, url: address }];
  const all: VisitFigures[] = [];
  for (let visit = -warmUps; visit < visits; visit += 1) {
    await waitUntilQuiet(patienceMs);
    const figures = await measureVisit(browser, `${address}${path}`, profile, { usable, cookies });
    if (visit >= 0) all.push(figures);
  }
  const of = (key: keyof VisitFigures): number => Math.round(median(all.map((figures) => figures[key])));
  const isSlow = isJudged && of("fieldMs") > mostMs;
  if (isSlow) slow += 1;
  console.log(
    `${name}: usable ${of("fieldMs")}${isSlow ? " (over)" : ""}, first paint ${of("fcpMs")}, blocked ${of("blockingMs")}, ` +
      `${of("requestsBeforeField")} of ${of("requests")} requests before, ${of("transferredBytes")} bytes`,
  );
}
if (slow > 0) process.exitCode = 1;
