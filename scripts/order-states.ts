/** docs/order-states.md, written from the tables that the program and the database use. */
import { attemptStates, attemptTransitions, factsOf } from "#core/attempt-status.ts";
import { orderStatuses, orderStatusFacts, orderTransitions } from "#core/order-status.ts";

/** The whole document. */
export function orderStatesDocument(): string {
  return [
    "# States of orders and payment attempts",
    "",
    "Written by `scripts/generate-docs.ts` from `src/core/order-status.ts` and `src/core/attempt-status.ts`; not to be",
    "edited by hand. The database refuses every move that is not shown here. To add a status or a state:",
    "[adding-a-status.md](adding-a-status.md).",
    "",
    "## Orders",
    "",
    diagram(orderStatuses, orderMoves()),
    "",
    ...orderTable(),
    "",
    "## Payment attempts",
    "",
    "One try to pay one order by one method. At most one attempt of an order is live, and at most one settles it. An",
    "`unknown` attempt depends on the step that has no answer: a start takes no money, so the next start may supersede it.",
    "",
    diagram(
      attemptStates,
      attemptStates.flatMap((from) => attemptTransitions[from].map((to) => ({ from, to, event: null }))),
    ),
    "",
    ...attemptTable(),
    "",
  ].join("\n");
}

type Move = { readonly from: string; readonly to: string; readonly event: string | null };

function orderMoves(): Move[] {
  return orderStatuses.flatMap((from) =>
    Object.entries(orderTransitions[from]).map(([to, event]) => ({
      from,
      to,
      event: event.replaceAll("_", " "),
    })),
  );
}

/** The first state is where things begin; a state that nothing leaves is an end. */
function diagram(states: readonly string[], moves: readonly Move[]): string {
  const ends = states.filter((state) => !moves.some((move) => move.from === state));
  return [
    "```mermaid",
    "stateDiagram-v2",
    `  [*] --> ${states[0]}`,
    ...moves.map(({ from, to, event }) => `  ${from} --> ${to}${event === null ? "" : `: ${event}`}`),
    ...ends.map((state) => `  ${state} --> [*]`),
    "```",
  ].join("\n");
}

function orderTable(): string[] {
  return table(
    [
      "Status",
      "Payable",
      "Paid",
      "Money held",
      "Label",
      "QR code",
      "Status block",
      "Releases",
      "Standing",
      "May become",
    ],
    orderStatuses.map((status) => {
      const facts = orderStatusFacts[status];
      return [
        status,
        mark(facts.payable),
        mark(facts.paid),
        mark(facts.holdsMoney),
        facts.label.replace("status", ""),
        mark(facts.showsQrCode),
        mark(facts.showsStatusBlock),
        mark(facts.releases),
        facts.standing,
        Object.keys(orderTransitions[status]).join(", ") || "nothing",
      ];
    }),
  );
}

function attemptTable(): string[] {
  return table(
    [
      "State",
      "Live",
      "Blocks a new start",
      "May be superseded",
      "Settles the order",
      "Provider is asked",
      "Owed to the buyer",
      "May become",
    ],
    attemptStandings().map(({ state, step, name }) => {
      const facts = factsOf({ state, step });
      return [
        name,
        mark(facts.live),
        mark(facts.blocksStart),
        mark(facts.maySupersede),
        mark(facts.settles),
        mark(facts.isChecked),
        mark(facts.isOwed),
        attemptTransitions[state].filter((to) => to !== "superseded" || facts.maySupersede).join(", ") ||
          "nothing",
      ];
    }),
  );
}

/** Every state once, and one whose facts depend on the step once for each. */
function attemptStandings() {
  return attemptStates.flatMap((state) => {
    const [start, confirm] = (["start", "confirm"] as const).map((step) => ({ state, step }));
    if (!start || !confirm) throw new Error("there are two steps");
    return factsOf(start) === factsOf(confirm)
      ? [{ ...confirm, name: state }]
      : [start, confirm].map((standing) => ({ ...standing, name: `${state} (${standing.step})` }));
  });
}

function mark(fact: boolean): string {
  return fact ? "yes" : "no";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)];
}
