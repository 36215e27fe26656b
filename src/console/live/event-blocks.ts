/** Server-sent events as the console reads them: by `fetch`, since an EventSource can neither name the shop nor be distinguished from a person's own request. */

/** What all tabs receive of an event: no more than the notice and the screens need. */
export type Heard = {
  readonly id: string;
  readonly type: string;
  readonly orderNumber: string | null;
  readonly total: string;
  readonly currency: string;
};

/** Takes what has arrived, and gives the events that are whole; the rest is kept for the next call. */
export function createEventBlocks(): (text: string) => Heard[] {
  let kept = "";
  return (text) => {
    const blocks = (kept + text).split("\n\n");
    kept = blocks.pop() ?? "";
    return blocks.flatMap((block) => readBlock(block) ?? []);
  };
}

/** An event; null for a sign of life. */
function readBlock(block: string): Heard | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined) return null;
  const event = JSON.parse(data) as {
    id: string;
    type: string;
    data: { invoice?: { orderNumber: string; total: string; currency: string } };
  };
  const { orderNumber = null, total = "", currency = "" } = event.data.invoice ?? {};
  return { id: event.id, type: event.type, orderNumber, total, currency };
}
