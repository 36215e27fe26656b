/** docs/order-states.md, written from the tables that the program and the database use. */
import { attemptStates, attemptTransitions, factsOf } from "#core/attempt-status.ts";
import { orderStatuses, orderStatusFacts, orderTransitions } from "#core/order-status.ts";

/** What the compiler and the tests do not say by themselves. */
const toAddAStatus: readonly string[] = [
  "- **Rows.** In the tables of core/order-status.ts (standing and moves; the code of its refusal comes into `core/problem.ts` first), and",
  "  a migration with its rows in `order_statuses` and `order_transitions`. One that fits no standing needs a new one: there, as a",
  "  row of `order_standings`, and in the function `order_and_attempt_agree`, which says what its payment must be. The compiler",
  "  names the places that must know it; decide there by its facts, on pages by its standing, too. What no fact says follows from its moves, as a question in",
  "  `core/status-groups.ts` (`mayBeFulfilled` is one). A refusal of its own has its text in `web/i18n/problems.*.json` and in `refusals` of `console/i18n/screens.*.json`; calls",
  "  that list refusals by `orderRefusalsBut` list it, too, until they say otherwise.",
  "- **Facts.** A standing says what its money means: `paid` (it counts as paid: it is fulfilled, files are delivered, returns are",
  "  taken), `holdsMoney` (it is not paid again), `refundable` (it may be given back now), `wasPaid` (its papers exist). What is",
  "  not `refundable` now is not `paid` either: it would be fulfilled, and its buyer erased. What is refundable and not paid, such as an order",
  "  under review, is allowed. Whether an order is over follows from its moves (`isOpen` in core/status-groups.ts): one that may come to",
  "  count as paid is not, also where it was paid before; `awaitsPayment` is the narrower question. So does whether it was fulfilled",
  "  (`isFulfilled`): no `fulfilled` move is left of what it may come to while it counts as paid.",
  "- **What it holds** (stock, a coupon, the place of its link) is sold by what was paid, given back where a standing says `releases`, and kept by",
  "  anything else. A final status that was never paid `releases`, and has the time of that as `cancelled_at`: lists, exports, the statement of a",
  "  client and the console call it cancelled until they say otherwise. One that a shop may take back for a time only, such as an invoice that it has",
  "  given up, is open by its moves as long as it stays: its buyer would never be erased (`privacy/erase-of-statuses.test.ts` asks), its page and its result would",
  "  say that it can be paid again, and it could be cancelled. Such a one needs a fact of its own, which the questions of `core/status-groups.ts` ask.",
  "- **Moves that follow a provider.** What may be paid needs those to PAID, PAID_LINK and CANCELLED (any that is open and unpaid that to CANCELLED,",
  "  which `cancelOrder` and the console's button offer by the move: refuse there what a shop may not cancel), what holds money that to",
  "  REFUNDED, also where a shop starts no refund: one may be under way.",
  "- **Moves that merchants make** are calls of their own (`orders/complete-order.ts` is one). One that takes an unpaid order away",
  "  from its buyer stops its payments first, as `issuing/cancel-order.ts` does (`payments/stop-payments.ts`): the database refuses",
  "  it while one may take money; one that waits for its buyer, or a number that is out, is stopped by that call alone, and surplus that is there refuses nothing. One that ends `refundable` answers `refund_in_progress` while a refund is under way: the database",
  "  refuses it, since the provider may pay that out still. An order of a link that may be cancelled expires and is cancelled then, also",
  "  while it is stopped; an invoice that is stopped expires once it may be paid again. Neither does while an attempt blocks a new start (`isBeingPaid` of",
  "  `orders/attempts-of-orders.ts`, for every statement about many orders): it ends at the next look after that, an invoice with its own end as `expired_at`. What comes back to be paid is PENDING, which the reference",
  "  (`contract/invoice-filters.ts`) and the console's chip call tried: say otherwise there. What comes back after its end was announced keeps that `expired_at`, and its end is not announced again: a call that gives it more time empties it, as `issuing/edit-order.ts` does. Its buyer is kept until it ends. A stop that ends by",
  "  itself ends before `expires_at` or says nothing of being paid again: the order has expired by then. A job that ends it is tried without end (`afterError` of its handler).",
  "- **Messages.** No reminder is made or sent while an order takes no other payment (`takesNoPayment` there). A message or a mail with a number that waits to be sent while its order is stopped ends unsent (`not_payable`; `messages/message-subject.ts`,",
  "  `reference-mail/send-reference-mail.ts`), and nothing sends it later: the call that lets the order be paid again asks for it, too.",
  "- **Money that comes all the same**, such as a transfer for a stopped order, is surplus. Until it was given back (by itself, or",
  "  recorded by the shop: decision 0300) the order takes no other payment, also when it may be paid again; it can be cancelled.",
  "  Its page and its result say so, and that it can be paid afterwards (`awaitsPayment`; `web/order/standing.test.ts` asks).",
  "- **Money that is gone without a refund**, such as a lost dispute: reports, VAT and credit notes follow payments and refunds, never a",
  "  status. It has to be booked as a refund of its own kind, else it counts as money that is there. It is `is_by_hand` as well, since no",
  "  provider was asked for it: the nightly comparison (`reconciliation/compare-order.ts`) reports it as a difference otherwise. Nothing is booked of a payment",
  "  that is only approved (`insertRefund` refuses it): that is captured or given up with its provider first. A refund is shown as one that",
  "  the shop has made: in the hints of banner and result (`refundedHint`), in both its messages, to the buyer and to the shop (`messages/plan-messages.ts`), in the",
  "  event `invoice.refunded` (`contract/events.ts`) and Paylink's webhook (`paylink-api/webhook-body.ts`), in the evidence of a payment",
  "  (`merchant-api/evidence-route.ts`) and the client's statement (`reports/client-statement.ts`), in the state and the words by hand of console and exports, and in",
  "  the sums of who may refund how much (`payments/refund-limits.ts`). Say in each of them what this one is.",
  "  A call that books money is a route of its own with all of `Services`, as `merchant-api/surplus-refund-route.ts`. `bookRefund` writes the invoice's own event: an",
  "  event of yours beside it is written after the booking, since each has the invoice as it is then.",
  "- **An order that was paid is never payable again** (`core/order-status.test.ts`), also where its money is gone: its tax invoice, its fulfilment",
  "  and what it held are those of the first payment. The shop issues another invoice instead.",
  "- **Back to paid**, such as a dispute that is won: an order returns to the status that it had. A link's is PAID_LINK, never PAID, and",
  "  what was fulfilled stays so. Where PAID and PAID_LINK alone lead into the status, also by way of others before it, the source says which",
  "  it was (`paidStatus` in core/order-status.ts), and what it may become next: an order of a link is never COMPLETED_INVOICE (`completeOrder` asks). Where",
  "  more do, neither table keeps what it was: that is a column of the order,",
  "  with a constraint that it is there in the statuses in between alone. `moveOrder` (`orders/order-moves.ts`) empties it with every move out of",
  "  those, of every call: the database would refuse a refund's booking after the provider has given the money back. It stands in",
  "  `ownColumns` of `test/order-in-sql.ts`, without which `db/invariants.test.ts` finds moves refused.",
  "- **Lists.** A status that may be paid or cancelled is in the lists of some indexes and triggers; `db/status-tables.test.ts` names them",
  "  and compares tables with the program, `test/query-plans.test.ts` finds an index that is not used. Decision S1 is compared with",
  "  `core/order-status.test.ts`, where the new moves are written down again as the decision has them, and what documents say of each",
  "  status with the program (`test/status-documents.test.ts`). The words of Paylink's API are asked for in `paylink-api.test.ts`, too.",
  "  A client's statement owes every invoice that is not paid, cancelled or expired, whatever its status; home's unpaid are those that may be",
  "  paid. One that ends the claim is an entry of its own with its time (`core/client-statement.ts`), as `expired` is, for invoices that had not expired before: `isClaim` of",
  "  `reports/client-statement.ts` would take the invoice out of months that are over. Say which it is in `reports/statement-of-statuses.test.ts`.",
  "- **Shown.** Its banner and its chip in the console are plain until `.banner-…` in `web/styles` and `.chip-…` in",
  "  `console/styles/parts.css` say otherwise. The console tells of a move where `console/invoices/happened.tsx` has it, from a column of",
  "  its own (as `cancelledAt`, which exports have, too; one that `moveOrder` empties tells of nothing that is over), and offers it where",
  "  `console/invoices/invoice-acts.tsx` does. Merchants receive a",
  '  move as its event, whose type is published where `core/event-types.ts` has it (CONTRIBUTING, "An event"; `order.completed` is one of our own, which is not).',
  "  Open pages are notified of published events alone: what changes whether an order may be paid, or is paid, has one. Pages of an order",
  "  that counts as paid are not notified, and look again only when their buyer comes back to them. What server and page then compare",
  "  (`server/events/shown-order.ts`, `web/order/watched.ts`) has the status: facts of your own that pages show, such as a day, belong into `ShownOfOrder` of",
  "  `core/shown-of-order.ts`, after which the compiler asks both for them. Pages with a form to pay listen to nothing: they look when their tab",
  "  is shown again, and are refused at the press (`web/payment/order-watch.ts`). A page for orders in one status leads to the invoice (303) once the order has left it.",
  "  The evidence of a payment has a move where `timelineOf` of `merchant-api/evidence-route.ts` reads its time. The hint of its banner stands on",
  "  paper and on the result page as well, which do not change by themselves: it does not speak of the page. A verdict of its own",
  "  (`core/payment-result.ts`) is 200 where the money is held, in a kind of its own where the order does not count as paid: green is for",
  "  that alone, and `closed` of the answer follows from it. A script on the shop's page is answered the same: `orderPaid` of",
  "  `GET /web/embeddedJs/:orderNumber` is whether the money is held, also where the order does not count as paid, and not once all was given",
  "  back (REFUNDED). The verdict ends the waiting: the buyer is led back to the shop, also where the order is only stopped, and the payment",
  "  frame says `closed`, which its document explains as over: say it there. `dueTotal` is what may be",
  "  paid now: zero while the order is stopped, though it is owed.",
  "- **Its words.** One that joins a standing says what the others of it say (`web/order/standing.test.ts` asks). To say more, on the invoice, in the",
  "  form's place, in titles and link previews it gets a name of its own in `Standing` of `web/order/standing.ts`, as `expired` has one, and in the",
  "  console's chip one in `Standing` of `console/display/status.tsx`, as `tried`: the compiler names each place and text then. The rows of",
  "  pages ask for it by a question in `core/status-groups.ts`, never by its name (`test/state-lists.test.ts`). By the standing alone speak",
  "  the result (`orderVerdicts` of `core/payment-result.ts`, `ends` of `server/payments/result.ts`, `web/components/outcome-panel.tsx`), the buyer's",
  "  list of all invoices (`web/pages/mine.tsx`), a receipt's stamp (`server/documents/document-model.ts`) and Paylink's API.",
  "- **Two releases.** A server that does not know a status cannot read orders that have it, nor lists with one of them: first a release",
  "  that knows it, then one that moves orders there. `src/cli/demo-orders.ts` has an order in every status, for the browser tests.",
  "",
];

/** The whole document. */
export function orderStatesDocument(): string {
  return [
    "# States of orders and payment attempts",
    "",
    "Written by `scripts/generate-docs.ts` from `src/core/order-status.ts` and `src/core/attempt-status.ts`; not to be",
    "edited by hand. The database refuses every move that is not shown here. To add a status:",
    "",
    ...toAddAStatus,
    "Then `npm run docs`.",
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
    "A new state is a row of the tables in core/attempt-status.ts, which begins with no fact at all: say each that it has. Where money",
    "was taken (`tookMoney`), the compiler asks whether it is owed to the buyer (`isOwed`: until it has gone back, the order takes no other",
    "payment and does not change); what is neither owed nor the order's has left, and is a choice in `core/attempt-status.test.ts`:",
    'reports, papers and sums follow refunds, so money that is gone is booked as one ("Money that is gone" above), whatever its attempt is called. A',
    "migration brings its rows in `attempt_states` and `attempt_transitions`, and what has its states as a list: the index",
    "`one_live_attempt_per_order` for a live one, and the others that `db/status-tables.test.ts` names. What gives money back by itself or by",
    "hand knows `surplus` alone (`test/one-source.test.ts` lists those files). One that blocks a new start comes into doubt with the step",
    "`confirm` alone, which the move to `unknown` sets: an `unknown` start blocks nothing, and the database refuses that move. The compiler asks for its",
    "event, which is one of `core/event-types.ts`: our own ones notify no merchant and no open page, so that what blocks and waits for its provider has a",
    "published one (`server/events/shown-order.test.ts` asks); it asks for its words, its place among the console's filters and what buyers see of it. An outcome that leads to it is a kind of",
    "its own in core/outcome.ts, and a row of `nextState`.",
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
