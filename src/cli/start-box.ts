/**
 * What `npm start` shows a person when all is up: one box, the invoice to open on top. Its sides are open, so that an
 * address or the call below can be copied as it is.
 */
import { demoCouponCodes } from "./demo-links.ts";
import type { DemoPerson } from "./demo-person.ts";

export type StartFacts = {
  readonly version: string;
  readonly webUrl: string;
  /** The simulators, where there are any. */
  readonly simulatorUrl: string | null;
  readonly demo: {
    readonly apiKey: string;
    readonly person?: DemoPerson | null;
    readonly orders: Readonly<Record<string, string>>;
    readonly links: Readonly<Record<string, string>>;
    /** Number of an invoice that can still be paid; null when none of them can. */
    readonly openOrder: string | null;
  } | null;
  /** Things that do not work here, with what to do. */
  readonly warnings: readonly string[];
};

const width = 80;

/** The box as text, without a line end. */
export function startBox(facts: StartFacts): string {
  const { version, webUrl, simulatorUrl, demo, warnings } = facts;
  const lines = [
    `Wasl ${version} is ready at ${webUrl}`,
    ...warnings.flatMap((warning) => ["", `! ${warning}`]),
    ...(demo ? demoLines(webUrl, demo) : []),
    ...(demo?.person ? ["", ...personLines(demo.person)] : []),
    ...(simulatorUrl === null ? [] : ["", ...simulatorLines(simulatorUrl, demo?.openOrder ?? null)]),
    ...(demo ? ["", ...apiLines(webUrl, demo.apiKey)] : []),
  ];
  const rule = "─".repeat(width - 2);
  return [`┌${rule}┐`, ...lines.map((line) => (line === "" ? "" : `  ${line}`)), `└${rule}┘`].join("\n");
}

function demoLines(webUrl: string, { orders, links, openOrder }: NonNullable<StartFacts["demo"]>): string[] {
  const first = openOrder ?? Object.values(orders)[0];
  return [
    "",
    "Open this invoice first; pay with 5123 4567 8901 2346, 01/39, CVV 100:",
    `  ${webUrl}/pay/order/${first}`,
    "",
    `Other invoices, at ${webUrl}/pay/order/…`,
    ...columns(Object.entries(orders).filter(([, number]) => number !== first)),
    "",
    `Product links, at ${webUrl}/pay/product/…`,
    ...columns(Object.entries(links)),
    `  coupon codes      ${demoCouponCodes.join(", ")}`,
  ];
}

/** Names and numbers, two pairs in a line. */
function columns(pairs: readonly (readonly [string, string])[]): string[] {
  const cells = pairs.map(([name, number]) => `${name.padEnd(17)} ${number}`.padEnd(37));
  return Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) =>
    `  ${cells.slice(row * 2, row * 2 + 2).join("  ")}`.trimEnd(),
  );
}

function personLines({ address, email, password }: DemoPerson): string[] {
  return [`The shop's console     ${address}`, `  ${email}, password ${password}`];
}

function simulatorLines(url: string, openOrder: string | null): string[] {
  return [
    `Providers' simulators  ${url}`,
    `Mail that was sent     ${url}/mail`,
    ...(openOrder === null ? [] : [`Pay inside a shop      ${url}/shop/${openOrder}`]),
  ];
}

function apiLines(webUrl: string, apiKey: string): string[] {
  const invoice = {
    client: { name: "Noura", mobile: "0551234567" },
    lines: [{ title: "Dates", quantity: 2, unitPrice: "50.00" }],
  };
  return [
    `API key                ${apiKey}`,
    "Issue an invoice:",
    "",
    [
      `curl -s ${webUrl}/api/v1/invoices -H "Authorization: Bearer ${apiKey}"`,
      `-H "Idempotency-Key: $(date +%s)" -H "Content-Type: application/json"`,
      `-d '${JSON.stringify(invoice)}'`,
    ].join(" "),
  ];
}
