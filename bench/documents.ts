/**
 * How long a tax invoice takes as a PDF file, warm and with other data each time, beside the same figures printed by
 * headless Chromium in the same run. The two take turns, so that both see the same machine.
 *
 *   node bench/documents.ts
 */
import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { chromium } from "@playwright/test";
import type { Log } from "#core/ports.ts";
import { encodeTaxQr } from "#core/tax/tax-qr.ts";
import { contentVersion, type DocumentSource } from "#server/documents/document-facts.ts";
import { toPrintModel } from "#server/documents/document-model.ts";
import { createPdfPool } from "#server/documents/pdf-pool.ts";
import type { InvoicePrintModel } from "#server/documents/print-model.ts";
import { browserLaunch } from "#test/browser.ts";
import { sampleFacts, sellerVatNumber } from "#test/document-fixtures.ts";

/** What a document may take, per core, at the median. */
const targetMs = 30;
const rounds = 12;
const perRound = { typst: 20, chromium: 10 };
const lineCounts = [3, 12, 60] as const;

const log: Log = { info: () => {}, warn: console.warn, error: console.error };

export type DocumentFigures = {
  readonly lines: number;
  readonly engine: "typst" | "chromium";
  readonly documents: number;
  /** From asking to having the bytes. On a busy machine this is mostly waiting. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time that one document takes, over all processes of its engine; median of the rounds. */
  readonly cpuP50Ms: number;
  readonly bytes: number;
};

/** Measures both engines, with one worker and one browser page. */
export async function benchDocuments(): Promise<DocumentFigures[]> {
  const pool = createPdfPool({ size: 1, log });
  const browser = await chromium.launch(await browserLaunch());
  try {
    const page = await browser.newPage();
    const figures: DocumentFigures[] = [];
    for (const lines of lineCounts) {
      let serial = 0;
      const nextInvoice = (): InvoicePrintModel => {
        serial += 1;
        return invoice(lines, serial);
      };
      const typst = createMeter({ lines, engine: "typst" }, () =>
        pool.render({ model: nextInvoice(), logo: null, createdAtSeconds: serial }),
      );
      const printed = createMeter({ lines, engine: "chromium" }, async () => {
        await page.setContent(toHtml(nextInvoice()), { waitUntil: "load" });
        return await page.pdf({ format: "A4", printBackground: true });
      });
      await typst.warm(20);
      await printed.warm(5);
      for (let round = 0; round < rounds; round += 1) {
        await typst.measure(perRound.typst);
        await printed.measure(perRound.chromium);
      }
      figures.push(typst.figures(), printed.figures());
    }
    return figures;
  } finally {
    await browser.close();
    await pool.close();
  }
}

type Meter = {
  readonly warm: (count: number) => Promise<void>;
  readonly measure: (count: number) => Promise<void>;
  readonly figures: () => DocumentFigures;
};

function createMeter(of: Pick<DocumentFigures, "lines" | "engine">, draw: () => Promise<Uint8Array>): Meter {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let bytes = 0;
  return {
    warm: async (count) => {
      for (let index = 0; index < count; index += 1) await draw();
    },
    measure: async (count) => {
      // The kernel counts in steps of 10 ms, so a whole round is divided by its documents.
      const cpuBefore = cpuOfAllProcesses();
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now();
        bytes = (await draw()).length;
        times.push(performance.now() - startedAt);
      }
      cpuTimes.push((cpuOfAllProcesses() - cpuBefore) / count);
    },
    figures: () => ({
      lines: of.lines,
      engine: of.engine,
      documents: times.length,
      p50Ms: share(times, 0.5),
      p95Ms: share(times, 0.95),
      cpuP50Ms: share(cpuTimes, 0.5),
      bytes,
    }),
  };
}

/**
 * Processor time of this process and all its descendants, milliseconds. The engines take turns, so what is used during
 * one's turn is its own. Linux only; elsewhere this process alone is counted.
 */
function cpuOfAllProcesses(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  if (process.platform !== "linux") return own;
  const rows = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readStat);
  const family = new Set([process.pid]);
  // Children have higher numbers than their parents, nearly always; two passes catch the rest.
  for (const row of [...rows, ...rows]) if (row && family.has(row.parent)) family.add(row.pid);
  const others = rows.filter((row) => row && row.pid !== process.pid && family.has(row.pid));
  return own + others.reduce((sum, row) => sum + (row?.ticks ?? 0) * 10, 0);
}

function readStat(name: string): { pid: number; parent: number; ticks: number } | null {
  try {
    // The name of the program stands in parentheses and may hold anything.
    const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "latin1").split(/\) (?=\w )/);
    const [, parent = "0", ...fields] = rest.split(" ");
    return { pid: Number(name), parent: Number(parent), ticks: Number(fields[9]) + Number(fields[10]) };
  } catch {
    return null; // it has just ended
  }
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
}

/** A tax invoice of so many lines; the serial number makes every one different. */
function invoice(lines: number, serial: number): InvoicePrintModel {
  const facts = sampleFacts(
    {
      lines: Array.from({ length: lines }, (_, index) => ({
        title:
          index % 2 === 0 ? `قهوة عربية مختصة ${index + serial}` : `Ceramic coffee mug ${index + serial}`,
        qty: 1 + (index % 4),
        unitPrice: 1_999 + ((index * 137 + serial * 11) % 50_000),
        vatBps: 1_500,
      })),
      discount: { type: "PERCENTAGE", bps: 1_000 },
    },
    { buyer: { name: `عميل رقم ${serial}`, maskedMobile: "••• ••• 678", vatNumber: null, address: null } },
  );
  const qr = encodeTaxQr({
    sellerName: facts.seller.name,
    vatNumber: sellerVatNumber,
    issuedAt: "2026-11-20T14:05:09",
    total: (facts.total / 100).toFixed(2),
    vatTotal: (facts.vat / 100).toFixed(2),
  });
  const source: DocumentSource = {
    kind: "tax_invoice",
    form: "simplified",
    number: `INV-${String(serial).padStart(6, "0")}`,
    issuedAt: facts.paidAt,
    reason: null,
    content: { version: contentVersion, facts, riyals: null, original: null },
    standing: null,
    qr: { kind: "tax", text: qr },
  };
  return toPrintModel(source, {
    language: "ar",
    paper: "a4",
    colour: "#0f766e",
    hasLogo: false,
    world: "live",
    currencyStyle: "sign",
  });
}

/** The same words and figures as a page to print. */
function toHtml(model: InvoicePrintModel): string {
  const cell = (tag: string, text: string): string => `<${tag}>${text}</${tag}>`;
  const pair = ([first, second]: readonly [string, string]): string => `${first}<br><small>${second}</small>`;
  const facts = [...model.facts, ...model.seller.facts, ...(model.buyer?.facts ?? [])]
    .map(
      (fact) => `<p>${pair(fact.label)} <bdi>${fact.values.map((value) => value.text).join(" · ")}</bdi></p>`,
    )
    .join("");
  const head = model.columns.map((column) => cell("th", pair(column.label))).join("");
  const rows = model.lines
    .map(
      (line) =>
        `<tr><td><bdi>${line.title.text}</bdi></td>${line.cells.map((text) => cell("td", text)).join("")}</tr>`,
    )
    .join("");
  const totals = model.totals
    .map((row) => `<tr><th>${pair(row.label)}</th><td>${row.value}</td></tr>`)
    .join("");
  return `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${model.fileTitle}</title>
<style>body{font:9pt sans-serif}table{width:100%;border-collapse:collapse}th,td{padding:2mm;border-bottom:.3pt solid #ccc}svg{width:40mm}</style>
<h1>${pair(model.title)}</h1>${facts}<table><thead><tr><th>${pair(model.itemLabel)}</th>${head}</tr></thead><tbody>${rows}</tbody></table>
<table>${totals}</table>${model.qr.svg}</html>`;
}

if (import.meta.main) {
  const figures = await benchDocuments();
  const [load] = loadavg();
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${load?.toFixed(1)}, Node ${process.version}`,
  );
  console.table(figures);
  for (const lines of lineCounts) {
    const cpuOf = (engine: DocumentFigures["engine"]): number =>
      figures.find((row) => row.lines === lines && row.engine === engine)?.cpuP50Ms ?? 0;
    const [typst, printed] = [cpuOf("typst"), cpuOf("chromium")];
    const verdict = typst <= targetMs ? "within" : "above";
    const ratio = (printed / typst).toFixed(1);
    console.log(
      `${lines} lines: ${typst} ms of one core, ${verdict} ${targetMs} ms; Chromium takes ${ratio} times that`,
    );
  }
}
