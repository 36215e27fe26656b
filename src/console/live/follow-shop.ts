/**
 * Follows what happens in a shop: one connection for all tabs of a browser, made by one that is seen (a web lock decides which), and
 * passed on to the others. A hidden tab holds none, and reads what it has missed once it is seen again.
 */
import { addressOf } from "../calls/address-of.ts";
import { onAsked } from "../session/gate.ts";
import { previewedRole } from "../session/preview.ts";
import { createEventBlocks, type Heard } from "./event-blocks.ts";

/** `over`: the session has ended; nothing is heard until the person has signed in again. */
export type LiveState = "following" | "over";

type Following = {
  readonly shop: number;
  readonly onEvent: (event: Heard) => void;
  /** Something may have been missed. */
  readonly onGap: () => void;
  readonly onState: (state: LiveState) => void;
};

/** Longer than two signs of life: a connection that is silent for so long is none. */
const silenceMs = 35_000;
const shortestWaitMs = 500;
const longestWaitMs = 30_000;

/** How a connection ended: by itself or a fault (made again), since reading on it is not allowed, or without any word. */
type End = "cut" | "over" | "silent";

/** Begins; gives a function that ends it. */
export function followShop(following: Following): () => void {
  const stopping = new AbortController();
  void keepFollowing(following, stopping.signal);
  return () => stopping.abort();
}

async function keepFollowing(
  { shop, onEvent, onGap, onState }: Following,
  stopped: AbortSignal,
): Promise<void> {
  // A tab that sees the shop as another role hears what that role does, and shares it with no other tab.
  const name = ["wasl-live", shop, previewedRole()].filter(Boolean).join("-");
  const others = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  stopped.addEventListener("abort", () => others?.close());
  const last: { id: string | null } = { id: null };
  const hear = (event: Heard): void => {
    last.id = event.id;
    onEvent(event);
  };
  others?.addEventListener("message", ({ data }: MessageEvent<Heard>) => hear(data));
  // While this tab was being loaded, and made its first calls, the tab with the connection could pass nothing on to it.
  if (await isFollowedElsewhere(name)) onGap();
  const receive = (event: Heard): void => {
    hear(event);
    others?.postMessage(event);
  };
  let waitMs = shortestWaitMs;
  while (!stopped.aborted) {
    await untilSeen(stopped);
    const turn = new AbortController();
    const giveUp = (): void => turn.abort();
    const unseen = (): void => {
      if (document.hidden) giveUp();
    };
    stopped.addEventListener("abort", giveUp);
    document.addEventListener("visibilitychange", unseen);
    const opened = (): void => {
      waitMs = shortestWaitMs;
      onState("following");
      // Without an event to continue after, what happened before this moment was not received.
      if (last.id === null) onGap();
    };
    const read = () => readStream({ shop, last, opened, receive }, turn.signal);
    const end = await alone(name, turn.signal, read);
    document.removeEventListener("visibilitychange", unseen);
    stopped.removeEventListener("abort", giveUp);
    if (end === "over") {
      onState("over");
      await untilSignedIn(stopped);
    } else if (!turn.signal.aborted) {
      await pause(waitMs * (0.5 + Math.random()), stopped);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }
}

/** Whether another tab of the browser has the connection. */
async function isFollowedElsewhere(name: string): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/** Has only one tab of the browser do something; where there are no locks each does it. */
async function alone(name: string, turn: AbortSignal, work: () => Promise<End>): Promise<End> {
  // Only secure origins have them.
  if (!("locks" in navigator)) return await work();
  try {
    return await navigator.locks.request(name, { signal: turn }, work);
  } catch {
    return "cut";
  }
}

type Stream = {
  readonly shop: number;
  readonly last: { id: string | null };
  readonly opened: () => void;
  readonly receive: (event: Heard) => void;
};

/** Reads until the connection ends. */
async function readStream({ shop, last, opened, receive }: Stream, turn: AbortSignal): Promise<End> {
  const cutting = new AbortController();
  const cut = (): void => cutting.abort();
  turn.addEventListener("abort", cut);
  let silence = setTimeout(cut, silenceMs);
  const preview = previewedRole();
  try {
    const response = await fetch(addressOf("GET /api/v1/events/stream"), {
      headers: {
        "wasl-shop": String(shop),
        "wasl-unattended": "1",
        ...(preview !== null && { "wasl-as-role": preview }),
        ...(last.id !== null && { "last-event-id": last.id }),
      },
      cache: "no-store",
      signal: cutting.signal,
    });
    if (response.status === 401 || response.status === 403) return "over";
    // Events that have outlived their use are removed.
    if (response.status === 422) last.id = null;
    const reader = response.ok ? response.body?.getReader() : undefined;
    if (!reader) return "cut";
    opened();
    const blocks = createEventBlocks();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "cut";
      clearTimeout(silence);
      silence = setTimeout(cut, silenceMs);
      for (const event of blocks(decoder.decode(value, { stream: true }))) receive(event);
    }
  } catch {
    return "cut";
  } finally {
    clearTimeout(silence);
    turn.removeEventListener("abort", cut);
  }
}

/** Resolves once one of these happens, or at the end. */
function until(stopped: AbortSignal, listen: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    const done = (): void => {
      stopListening();
      stopped.removeEventListener("abort", done);
      resolve();
    };
    const stopListening = listen(done);
    stopped.addEventListener("abort", done);
  });
}

async function untilSeen(stopped: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await until(stopped, (done) => {
    document.addEventListener("visibilitychange", done);
    return () => document.removeEventListener("visibilitychange", done);
  });
}

/** In this tab, or perhaps in another one that was seen meanwhile. */
async function untilSignedIn(stopped: AbortSignal): Promise<void> {
  await until(stopped, (done) => {
    const shown = (): void => {
      if (!document.hidden) done();
    };
    const stopAsking = onAsked((asked) => {
      if (asked === null) done();
    });
    document.addEventListener("visibilitychange", shown);
    return () => {
      stopAsking();
      document.removeEventListener("visibilitychange", shown);
    };
  });
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await until(stopped, (done) => {
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", done);
    };
  });
}
