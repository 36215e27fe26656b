/** The file that invoices are issued from, and how far that is: kept while the person walks to other screens. */
import { useSyncExternalStore } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { call, request } from "../calls/call.ts";
import type { BulkRow } from "./read-rows.ts";
import { createRun, type Run, type RunState } from "./run.ts";

/** What is issued of a row. */
export type ToIssue = { readonly row: BulkRow; readonly body: NewInvoice; readonly key: string };

export type Issued = Pick<Invoice, "orderNumber" | "url" | "total" | "createdAt"> & {
  /** The same row was issued in the last 30 days, and not again now. */
  readonly isOld: boolean;
};

type ToSend = { readonly orderNumber: string };

export type Sending = { readonly channel: MessageChannelName; readonly run: Run<ToSend, true> };

export type Bulk = {
  readonly shop: number;
  readonly fileName: string;
  readonly rows: readonly BulkRow[];
  readonly unused: readonly string[];
  /** Null before the press: until then nothing is sent. */
  readonly issuing: Run<ToIssue, Issued> | null;
  readonly sending: readonly Sending[];
};

let bulk: Bulk | null = null;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What was chosen last; null: nothing. */
export function useBulk(): Bulk | null {
  return useSyncExternalStore(listen, () => bulk);
}

/** Begins with a file, or with none. */
export function keepBulk(changed: Bulk | null): void {
  bulk = changed;
  for (const listener of listeners) listener();
}

/** How far a run is. */
export function useRun<Item, Made>(run: Run<Item, Made>): RunState<Item, Made> {
  return useSyncExternalStore(run.listen, run.read);
}

/** Issues every row of the file that can be. */
export function startIssuing(of: Bulk, items: readonly ToIssue[]): void {
  const issuing = createRun(items, async ({ body, key }): Promise<Issued> => {
    const options = { shop: of.shop, idempotencyKey: key };
    const reply = await request("POST /api/v1/invoices", { body }, options);
    const { orderNumber, url, total, createdAt } = (await reply.json()) as Invoice;
    return { orderNumber, url, total, createdAt, isOld: reply.headers.get("idempotent-replayed") === "true" };
  });
  begin(issuing);
  keepBulk({ ...of, issuing });
}

/** Sends the links of invoices by a channel; the same invoice is sent once by each, whatever is pressed. */
export function startSending(of: Bulk, channel: MessageChannelName, orderNumbers: readonly string[]): void {
  const items = orderNumbers.map((orderNumber) => ({ orderNumber }));
  const run = createRun(items, async ({ orderNumber }): Promise<true> => {
    const options = { shop: of.shop, idempotencyKey: `bulk-${channel}-${orderNumber}` };
    const body = { kind: "payment_link", channel } as const;
    await call("POST /api/v1/invoices/:orderNumber/messages", { params: { orderNumber }, body }, options);
    return true;
  });
  begin(run);
  keepBulk({ ...of, sending: [...of.sending, { channel, run }] });
}

/** Starts a run. While one is not at its end, the browser asks before it leaves; a connection that is back continues at once. */
export function begin<Item, Made>(run: Run<Item, Made>): void {
  const stay = (event: Event): void => event.preventDefault();
  const resume = (): void => {
    if (run.read().phase === "held") run.go();
  };
  run.listen(() => {
    const isOver = run.read().phase === "done";
    const change = isOver ? removeEventListener : addEventListener;
    change("beforeunload", stay);
    change("online", resume);
  });
  run.go();
}
