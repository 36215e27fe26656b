/** Requests of one buyer, each noted with its step, status and time. */
import { type Agent, request } from "undici";

/** One answer; status 0 where none came. */
export type Seen = { readonly step: string; readonly status: number; readonly tookMs: number };

export type Reply = {
  readonly status: number;
  readonly body: string;
  /** Where it leads; empty where it does not. */
  readonly location: string;
  /** It was refused because the server has too much to do, and says when to come again. */
  readonly isShed: boolean;
  readonly retryAfterSeconds: number;
  /** Its JSON; throws when it has another status. */
  readonly expect: (status: number) => Readonly<Record<string, unknown>>;
  /** Its text; throws when it has another status. */
  readonly text: (status: number) => string;
};

type Sent = {
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Exchange = {
  readonly seen: readonly Seen[];
  readonly get: (step: string, url: string, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly post: (step: string, url: string, sent: Sent) => Promise<Reply>;
};

/** A buyer's browser gives up on an answer after this. */
const answerTimeoutMs = 30_000;

/** Begins to note. Requests reject when no answer comes; that is noted with status 0. */
export function openExchange(agent: Agent): Exchange {
  const seen: Seen[] = [];
  const send = async (step: string, url: string, method: "GET" | "POST", sent: Sent): Promise<Reply> => {
    const startedAt = performance.now();
    const note = (status: number) => seen.push({ step, status, tookMs: performance.now() - startedAt });
    const body = sent.json
      ? JSON.stringify(sent.json)
      : sent.form && new URLSearchParams(sent.form).toString();
    const type = sent.json ? "application/json" : "application/x-www-form-urlencoded";
    try {
      const reply = await request(url, {
        method,
        dispatcher: agent,
        headers: { ...sent.headers, ...(body !== undefined && { "content-type": type }) },
        body: body ?? null,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const text = await reply.body.text();
      note(reply.statusCode);
      return readReply(reply.statusCode, text, reply.headers);
    } catch (error) {
      note(0);
      throw error;
    }
  };
  return {
    seen,
    get: (step, url, headers = {}) => send(step, url, "GET", { headers }),
    post: (step, url, sent) => send(step, url, "POST", sent),
  };
}

function readReply(status: number, body: string, headers: Readonly<Record<string, unknown>>): Reply {
  const must = (wanted: number): string => {
    if (status !== wanted) throw new Error(`${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? ""}`);
    return body;
  };
  const retryAfterSeconds = Number(headers["retry-after"] ?? Number.NaN);
  return {
    status,
    body,
    location: String(headers["location"] ?? ""),
    isShed: status === 503 && body.includes('"service_unavailable"') && retryAfterSeconds > 0,
    retryAfterSeconds,
    expect: (wanted) => JSON.parse(must(wanted)),
    text: must,
  };
}
