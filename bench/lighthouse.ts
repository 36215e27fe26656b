/**
 * `npm run lighthouse`: the invoice and the payment page of a running demo under Lighthouse (phone, slow 4G, 4x CPU),
 * each three times; the run with the middle performance is kept in artifacts/lighthouse. Ends with status 1 when
 * a score is below its bar. Lighthouse has a lock file of its own and is fetched when it is needed for the first time.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { browserLaunch } from "#test/browser.ts";
import { freePort } from "#test/free-port.ts";
import { readDemo } from "../e2e/fixtures.ts";
import startSystem from "../e2e/global-setup.ts";

const runs = 3;
const folder = join(import.meta.dirname, "lighthouse");
const reports = join(import.meta.dirname, "../artifacts/lighthouse");

/** The least that a page may score, of 100. */
const bars = { performance: 95, accessibility: 100, "best-practices": 95 } as const;

type Category = keyof typeof bars;

/** What is used of Lighthouse's answer. */
type Audit = {
  readonly lhr: { readonly categories: Readonly<Record<Category, { readonly score: number | null }>> };
  readonly report: string;
};

type Lighthouse = (url: string, flags: Readonly<Record<string, unknown>>) => Promise<Audit | undefined>;

const lighthouse = await loadLighthouse();
const stopSystem = await startSystem();
try {
  const demo = readDemo();
  const pages = {
    invoice: `${demo.baseUrl}/pay/order/${demo.orders["created"]}`,
    info: `${demo.baseUrl}/pay/info/${demo.orders["created"]}`,
  };
  const rows: string[] = [];
  for (const [name, url] of Object.entries(pages)) {
    const audit = await middleOf(url);
    await mkdir(reports, { recursive: true });
    await writeFile(join(reports, `${name}.json`), audit.report);
    const scores = categories().map((category) => ({ category, score: scoreOf(audit, category) }));
    rows.push(`| [${name}](${name}.json) | ${scores.map(({ score }) => score).join(" | ")} |`);
    if (scores.some(({ category, score }) => score < bars[category])) process.exitCode = 1;
  }
  await writeFile(join(reports, "README.md"), summary(rows));
  console.log(summary(rows));
} finally {
  await stopSystem();
}

function categories(): Category[] {
  return Object.keys(bars).filter((name): name is Category => Object.hasOwn(bars, name));
}

function scoreOf({ lhr }: Audit, category: Category): number {
  return Math.round((lhr.categories[category].score ?? 0) * 100);
}

/** The run with the middle performance of several, each in a browser of its own. */
async function middleOf(url: string): Promise<Audit> {
  const audits: Audit[] = [];
  for (let turn = 0; turn < runs; turn += 1) audits.push(await auditOnce(url));
  audits.sort((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"));
  const middle = audits[Math.floor(runs / 2)];
  if (!middle) throw new Error("no run");
  return middle;
}

async function auditOnce(url: string): Promise<Audit> {
  const port = await freePort();
  const launch = await browserLaunch();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  try {
    const audit = await lighthouse(url, {
      port: Number(port),
      output: "json",
      // The pictures of a run are many times its findings; `npm run pictures` takes those of the pages.
      disableFullPageScreenshot: true,
      skipAudits: ["screenshot-thumbnails", "final-screenshot"],
      onlyCategories: categories(),
      logLevel: "error",
    });
    if (!audit) throw new Error(`Lighthouse said nothing about ${url}`);
    return audit;
  } finally {
    await browser.close();
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
    await promisify(execFile)("npm", args);
  }
  const loaded: { readonly default: Lighthouse } = await import(pathToFileURL(entry).href);
  return loaded.default;
}

function summary(rows: readonly string[]): string {
  return [
    "# Lighthouse",
    "",
    "Phone, simulated slow 4G and 4x CPU, the middle of three runs; made by `npm run lighthouse`. Any Lighthouse viewer",
    `opens the reports. The least that is taken: ${categories()
      .map((category) => `${category} ${bars[category]}`)
      .join(", ")}.`,
    "",
    `| Page | ${categories().join(" | ")} |`,
    `| --- | ${categories()
      .map(() => "---")
      .join(" | ")} |`,
    ...rows,
    "",
  ].join("\n");
}
