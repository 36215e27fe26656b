/** The page for people at `/`: what each simulator understands, what was asked lately, and switches for faults. */

import type { ControlParts } from "./control-api.ts";
import type { Answer } from "./exchange.ts";
import { escapeHtml, htmlPage } from "./html.ts";
import type { JournalEntry } from "./journal.ts";
import type { MagicTable, MountedSimulator } from "./kit.ts";
import type { LedgerEntry } from "./ledger.ts";

const shownRequests = 100;
const shownMovements = 50;

/** Renders the whole page from the present state; reloading it is how it is kept current. */
export function controlPage(parts: ControlParts): Answer {
  const now = new Date(parts.clock.now()).toISOString();
  return htmlPage({
    lang: "en",
    title: "Provider simulators",
    width: "wide",
    body: [
      "<h1>Provider simulators</h1>",
      `<p class="notice">Nothing here is real: no bank, no money, no card. Do not type a real card number.</p>`,
      `<p>Simulated time: ${now} (${parts.clock.offsetMs()} ms ahead)</p>`,
      clockForms(),
      ...parts.mounted.map(simulatorSection),
      "<h2>Charged and refunded</h2>",
      ledgerTable(parts.mounted.flatMap((one) => one.ledger.list().slice(-shownMovements))),
      "<h2>Recent requests</h2>",
      journalTable(parts.journal.list().slice(0, shownRequests)),
    ].join(""),
  });
}

function clockForms(): string {
  const steps = [
    ["1 minute", 60_000],
    ["15 minutes", 900_000],
    ["1 day", 86_400_000],
  ] as const;
  const forms = steps.map(([label, ms]) =>
    form(
      "/_control/clock",
      `<input type="hidden" name="advanceMs" value="${ms}"><button>Advance ${label}</button>`,
    ),
  );
  const reset = form("/_control/reset", "<button>Forget everything</button>");
  return `<table><tr><td>${[...forms, reset].join("</td><td>")}</td></tr></table>`;
}

function simulatorSection(one: MountedSimulator): string {
  const { name } = one.simulator;
  const about = one.simulator.describe();
  const armed = one.faults.list();
  return [
    `<h2 id="${name}">${escapeHtml(about.title)} <code>/${name}</code></h2>`,
    `<p>${escapeHtml(about.summary)}</p>`,
    "<h3>Faults</h3>",
    faultForm(name, about.faults, about.operations),
    armed.length === 0 ? "<p>None is switched on.</p>" : armedTable(name, one),
    table({ title: "What they do", columns: ["Fault", "Meaning"], rows: Object.entries(about.faults) }),
    ...about.magicValues.map(table),
    "<h3>Not simulated</h3>",
    `<ul>${about.notSimulated.map((each) => `<li>${escapeHtml(each)}</li>`).join("")}</ul>`,
  ].join("");
}

function faultForm(
  name: string,
  faults: Readonly<Record<string, string>>,
  operations: readonly string[],
): string {
  const options = (values: readonly string[]) =>
    values
      .map((value) => `<option value="${escapeHtml(value)}">${escapeHtml(value || "any operation")}</option>`)
      .join("");
  return form(
    "/_control/faults",
    `<input type="hidden" name="simulator" value="${name}">` +
      `<label>Fault <select name="fault">${options(Object.keys(faults))}</select></label> ` +
      `<label>Operation <select name="operation">${options(["", ...operations])}</select></label> ` +
      `<label>Times <input name="times" value="1" inputmode="numeric" size="4"></label> ` +
      `<label>Delay, ms <input name="delayMs" inputmode="numeric" size="6"></label> <button class="main">Switch on</button>`,
  );
}

function armedTable(name: string, one: MountedSimulator): string {
  const rows = one.faults
    .list()
    .map((each) => [
      each.fault,
      each.operation ?? "any",
      String(each.times),
      each.delayMs === undefined ? "" : String(each.delayMs),
    ]);
  return (
    table({ title: "Switched on", columns: ["Fault", "Operation", "Times left", "Delay, ms"], rows }) +
    form(`/_control/faults/clear?simulator=${name}`, "<button>Switch all off</button>")
  );
}

function ledgerTable(entries: readonly LedgerEntry[]): string {
  const rows = entries
    .toReversed()
    .map((each) => [
      new Date(each.at).toISOString(),
      each.simulator,
      each.merchant,
      each.kind,
      `${each.amount} ${each.currency}`,
      each.orderId,
      each.transactionId,
    ]);
  return table({
    title: "",
    columns: ["Time", "Simulator", "Merchant", "Kind", "Amount", "Order", "Transaction"],
    rows,
  });
}

function journalTable(entries: readonly JournalEntry[]): string {
  const rows = entries.map((each) => [
    new Date(each.at).toISOString().slice(11, 23),
    each.simulator,
    each.operation,
    `${each.method} ${each.path}`,
    each.status === 0 ? "dropped" : String(each.status),
    each.note,
  ]);
  return table({
    title: "",
    columns: ["Time", "Simulator", "Operation", "Request", "Status", "What came of it"],
    rows,
  });
}

function table({ title, columns, rows }: MagicTable): string {
  const line = (cells: readonly string[], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const heading = title === "" ? "" : `<h3>${escapeHtml(title)}</h3>`;
  return `${heading}<table><thead>${line(columns, "th")}</thead><tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table>`;
}

function form(action: string, content: string): string {
  return `<form method="post" action="${action}">${content}</form>`;
}
