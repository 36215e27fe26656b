/**
 * The payment page in a browser, beside a static page with the same fields and a peer's form: when the card field can
 * be used, when the largest content is painted, and whether what is typed at once stays. All pages are visited in
 * turn by the same browser on the same imitated phone.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { median } from "../lib/closed-loop.ts";
import { openConnection, readJson, requestBytes } from "../lib/http-connection.ts";
import { startInstallation } from "../lib/installation.ts";
import { startPageServer } from "../lib/page-server.ts";
import {
  digitsSurvive,
  measureVisit,
  startBrowser,
  type VisitFigures,
  type VisitingBrowser,
} from "../lib/page-visit.ts";
import { type BenchOptions, type Figures, type PartResult, prefixed, show, type Table } from "../lib/part.ts";
import { preparePeers } from "../lib/peers.ts";
import { calibratedProfile, type PhoneProfile, usualProfile } from "../lib/phone.ts";
import { waitUntilQuiet } from "../lib/processes.ts";

const patienceMs = 10_000;

const warmUpRequests = 60;

/** Addresses by the name of what they show. */
type Pages = Readonly<Record<string, string>>;

/** Runs the part. */
export async function run(options: BenchOptions): Promise<PartResult> {
  await using installation = await startInstallation();
  await using stack = new AsyncDisposableStack();
  const ours = await installation.startOurs();
  stack.defer(ours.stop);
  const peers = await preparePeers();
  const files = stack.use(
    await startPageServer([
      { prefix: "/", folder: join(import.meta.dirname, "../pages") },
      ...(peers.kind === "ready" ? [{ prefix: "/peers/", folder: peers.folder }] : []),
    ]),
  );
  const pages = {
    static: `${files.url}/static-form.html`,
    ours: `${ours.url}/pay/info/${await issueInvoice(ours.url, installation.apiKey)}`,
    ...(peers.kind === "ready" && { moyasar: `${files.url}/moyasar.html` }),
  };
  const browser = stack.use(
    await startBrowser(`${files.url.replace("127.0.0.1", "localhost")}/static-form.html`),
  );
  await warmUp(pages.ours);

  const calibrated = await calibratedProfile(browser.browser);
  const figures: Record<string, number> = {
    "calibration.index": calibrated.index,
    "calibration.cpuFactor": calibrated.cpuFactor,
  };
  for (const profile of [usualProfile, calibrated]) {
    Object.assign(figures, await visitInTurn({ browser, pages, profile, rounds: options.rounds }));
  }
  for (const [name, url] of Object.entries(pages)) {
    figures[`calibrated.${name}.digitsSurvive`] = (await digitsSurvive(browser, url, calibrated)) ? 1 : 0;
  }
  return {
    figures,
    tables: [toTable(usualProfile, pages, figures), toTable(calibrated, pages, figures)],
    notes: peers.kind === "missing" ? [`${peers.why} The pages are compared with the static one only.`] : [],
  };
}

async function visitInTurn(visiting: {
  readonly browser: VisitingBrowser;
  readonly pages: Pages;
  readonly profile: PhoneProfile;
  readonly rounds: number;
}): Promise<Figures> {
  const { browser, pages, profile, rounds } = visiting;
  const visits: Readonly<Record<string, VisitFigures[]>> = Object.fromEntries(
    Object.keys(pages).map((name) => [name, []]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, url] of Object.entries(pages)) {
      await waitUntilQuiet(patienceMs);
      visits[name]?.push(await measureVisit(browser, url, profile));
    }
  }
  const named = Object.entries(visits).map(([name, list]) =>
    prefixed(`${profile.name}.${name}`, mediansOf(list)),
  );
  return Object.assign({}, ...named);
}

function mediansOf(visits: readonly VisitFigures[]): Figures {
  const keys = Object.keys(visits[0] ?? {}) as (keyof VisitFigures)[];
  return Object.fromEntries(keys.map((key) => [key, median(visits.map((visit) => visit[key]))]));
}

const shown = [
  ["fieldMs", "card field usable, ms"],
  ["lcpMs", "largest contentful paint, ms"],
  ["fcpMs", "first contentful paint, ms"],
  ["blockingMs", "blocked by long tasks, ms"],
  ["layoutShift", "layout shift"],
  ["requests", "requests"],
  ["requestsBeforeField", "  ended before the field is usable"],
  ["foreignRequests", "  to other hosts"],
  ["transferredBytes", "bytes"],
  ["digitsSurvive", "digits typed at once stay (1 yes)"],
] as const;

function toTable(profile: PhoneProfile, pages: Pages, figures: Figures): Table {
  const names = Object.keys(pages);
  return {
    head: [`slow 4G, CPU / ${profile.cpuFactor}`, ...names],
    rows: shown.map(([key, label]) => [
      label,
      ...names.map((name) => show(figures[`${profile.name}.${name}.${key}`])),
    ]),
  };
}

/** A server that has served before: its code is compiled. */
async function warmUp(url: string): Promise<void> {
  for (let left = warmUpRequests; left > 0; left -= 1) {
    const response = await fetch(url, { headers: { "accept-encoding": "br" } });
    await response.arrayBuffer();
  }
}

async function issueInvoice(url: string, apiKey: string): Promise<string> {
  const connection = await openConnection(url);
  const line = (title: string, quantity: number, unitPrice: string) => ({
    title,
    quantity,
    unitPrice,
    vatRate: "15",
  });
  const request = requestBytes("POST", `${url}/api/v1/invoices`, {
    headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": randomUUID() },
    body: {
      client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
      lines: [line("تمر سكري", 2, "85.00"), line("قهوة سعودية", 1, "64.50"), line("فنجان", 6, "12.25")],
    },
  });
  const { orderNumber } = readJson<{ orderNumber: string }>(await connection.send(request), 201);
  connection.close();
  return orderNumber;
}
