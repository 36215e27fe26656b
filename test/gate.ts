/**
 * An HTTP relay between two sides, at which a test stops the world: a request before it continues, or its answer before
 * it goes back. So a race is played in the order that the test wants, without a pause of any length.
 */
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** One request that came to a gate. */
export type Passage = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Wanted = { readonly method?: string; readonly path?: RegExp; readonly body?: RegExp };

/** A request that was stopped, or will be when it comes. */
export type Stop = {
  /** Resolves when it stands at the gate; rejects when none came in half a minute. */
  readonly reached: Promise<Passage>;
  readonly letGo: () => void;
};

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Gate = AsyncDisposable & {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  /** Every request that came, in order. */
  readonly passed: readonly Passage[];
  /** Says where requests continue to; before that, every connection is ended without an answer. */
  readonly leadTo: (target: string) => void;
  /** Stops the next request that fits: before it continues, or when its answer is there and has not gone back. */
  readonly stop: (wanted: Wanted, where: "request" | "answer") => Stop;
  /** Changes the answer to the next request that fits. */
  readonly rewrite: (wanted: Wanted, change: (body: string) => string) => void;
  /**
   * Answers the next `times` requests that fit, which go no further; null ends their connections.
   * @returns ends that before its time
   */
  readonly answerInstead: (
    wanted: Wanted,
    answer: Pick<Answer, "status" | "body"> | null,
    times?: number,
  ) => () => void;
};

/** After this time without an arrival the stop fails the test, which would otherwise hang. */
const patienceMs = 30_000;

/** Starts one on a free port of the loopback. */
export async function startGate(): Promise<Gate> {
  const passed: Passage[] = [];
  const stops: (Stop & {
    wanted: Wanted;
    where: string;
    arrive: (p: Passage) => void;
    gone: Promise<void>;
  })[] = [];
  const rewrites: { readonly wanted: Wanted; readonly change: (body: string) => string }[] = [];
  const refusals: {
    readonly wanted: Wanted;
    readonly answer: Pick<Answer, "status" | "body"> | null;
    times: number;
  }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let target = "";

  const stand = async (passage: Passage, where: "request" | "answer"): Promise<void> => {
    const found = takeFirst(stops, (each) => each.where === where && fits(passage, each.wanted));
    found?.arrive(passage);
    await found?.gone;
  };
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const passage = await read(request);
    passed.push(passage);
    await stand(passage, "request");
    const refusal = refusals.find(({ wanted, times }) => times > 0 && fits(passage, wanted));
    if (refusal) refusal.times -= 1;
    if (refusal?.answer === null) throw new Error("ended here");
    const answer = refusal ? { headers: {}, ...refusal.answer } : await forward(target, passage);
    await stand(passage, "answer");
    const rewritten = takeFirst(rewrites, ({ wanted }) => fits(passage, wanted));
    response.writeHead(answer.status, answer.headers);
    response.end(rewritten ? rewritten.change(answer.body) : answer.body);
  };
  const server = createServer((request, response) => {
    // The other side was silent, or the caller is gone: the connection ends, as it would without a relay.
    relay(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    leadTo: (url) => {
      target = url;
    },
    stop: (wanted, where) => {
      const { promise: reached, resolve, reject } = Promise.withResolvers<Passage>();
      const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(new Error("No caller came to the gate.")), patienceMs);
      timers.add(timer);
      const arrive = (passage: Passage): void => {
        clearTimeout(timer);
        resolve(passage);
      };
      stops.push({ wanted, where, arrive, gone, reached, letGo });
      return { reached, letGo };
    },
    rewrite: (wanted, change) => {
      rewrites.push({ wanted, change });
    },
    answerInstead: (wanted, answer, times = 1) => {
      const refusal = { wanted, answer, times };
      refusals.push(refusal);
      return () => {
        refusal.times = 0;
      };
    },
    [Symbol.asyncDispose]: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function read(request: IncomingMessage): Promise<Passage> {
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: withoutConnection(request.headers),
    body: await text(request),
  };
}

/** What belongs to one connection and not to the message. */
const ofConnection = ["connection", "content-length", "keep-alive", "transfer-encoding"];

function withoutConnection(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Sends a message on, as it came to a gate; also for sending it again later. */
export async function forward(target: string, passage: Passage): Promise<Answer> {
  const { method, path, body } = passage;
  if (target === "") throw new Error("this gate leads nowhere");
  // With the host that the caller named: simulators give out addresses under it.
  const headers = { ...withoutConnection(passage.headers), "content-length": Buffer.byteLength(body) };
  const outgoing = httpRequest(`${target}${path}`, { method, headers, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 502,
    headers: withoutConnection(response.headers),
    body: await text(response),
  };
}

function fits(passage: Passage, { method, path, body }: Wanted): boolean {
  return (
    (method === undefined || passage.method === method) &&
    (path === undefined || path.test(passage.path)) &&
    (body === undefined || body.test(passage.body))
  );
}

function takeFirst<T>(list: T[], isIt: (each: T) => boolean): T | undefined {
  const index = list.findIndex(isIt);
  return index < 0 ? undefined : list.splice(index, 1)[0];
}
