/**
 * Events one after another as they happen: from the stream, which continues from the last event that was read when it is cut
 * off, or page by page where a stream is refused or does not come through.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Event, type Wasl, WaslProblem, WaslSilence } from "#sdk/index.mjs";
import type { Parts } from "./command.ts";

const pollMs = 1_000;
const eventsOfPage = 100;
/** The server writes at least every 15 s; what is silent for so long was cut off without a word. */
const silentMs = 45_000;
/** Some proxies keep what they should pass on: the first line of a stream comes at once. */
const firstWordMs = 10_000;
/** After a refusal, so long until a stream is asked for again. */
const refusedForMs = 60_000;

type Asked = {
  /** Undefined: there is no event yet. */
  readonly after: string | undefined;
  readonly type: string | undefined;
  readonly stopping: AbortSignal;
  readonly note: Parts["note"];
};

/**
 * Gives each event once, in order, until it is stopped. A server that is away for a while ends nothing.
 * @throws WaslProblem when events may not be read at all
 */
export async function* followEvents(wasl: Wasl, asked: Asked): AsyncGenerator<Event> {
  let { after } = asked;
  let streamsFrom = 0;
  while (!asked.stopping.aborted) {
    const isStreamed = after !== undefined && Date.now() >= streamsFrom;
    const events = isStreamed ? readStream(wasl, { ...asked, after }) : readPages(wasl, { ...asked, after });
    try {
      for await (const event of events) {
        if (asked.stopping.aborted) return;
        yield event;
        after = event.id;
      }
    } catch (error) {
      if (asked.stopping.aborted) return;
      if (error instanceof Refused) streamsFrom = Date.now() + refusedForMs;
      else if (error instanceof WaslSilence) asked.note(`${error.message}; trying again`);
      else throw error;
      continue;
    }
    // An end without an error is a turn of the list, or a stream that its server has ended: it is asked again.
    await sleep(pollMs, undefined, { signal: asked.stopping }).catch(() => undefined);
  }
}

/** There is no stream here: the list has the same events. */
class Refused extends Error {}

/** What there is now, page by page. */
async function* readPages(wasl: Wasl, { after, type, stopping }: Asked): AsyncGenerator<Event> {
  for (let last = after; ; ) {
    const query = { after: last, type, limit: eventsOfPage };
    const page = await wasl.call("GET /api/v1/events", { query, signal: stopping });
    yield* page.items;
    last = page.items.at(-1)?.id ?? last;
    if (!page.hasMore) return;
  }
}

/** A stream until it ends or breaks; half an event at its end was not read. */
async function* readStream(wasl: Wasl, { after, type, stopping }: Asked): AsyncGenerator<Event> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), firstWordMs);
  let isOpen = false;
  let hasSpoken = false;
  try {
    const signal = AbortSignal.any([stopping, silence.signal]);
    const response = await open(wasl, { query: { after, type }, signal });
    isOpen = true;
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      hasSpoken = true;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silentMs);
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined) yield JSON.parse(data);
      }
    }
  } catch (error) {
    if (stopping.aborted || error instanceof Refused) throw error;
    if (silence.signal.aborted && !hasSpoken) throw new Refused("no word", { cause: error });
    // Of a stream that was open, any break is the end of it: it continues after the last event.
    if (!isOpen) throw error;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** @throws Refused where there is no stream, WaslSilence where there is no server */
async function open(
  wasl: Wasl,
  given: { readonly query: object; readonly signal: AbortSignal },
): Promise<{ readonly body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  try {
    const response = await wasl.call("GET /api/v1/events/stream", given);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!response.body || !isStream) throw new Refused("no stream");
    return { body: response.body };
  } catch (error) {
    throw error instanceof WaslProblem ? new Refused(error.code, { cause: error }) : error;
  }
}
