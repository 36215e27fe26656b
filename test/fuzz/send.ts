/** Sends requests to the server: by an HTTP client, or over a bare socket what no client would send. */
import { connect } from "node:net";
import { Pool } from "undici";
import type { Wire } from "./request.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
};

/** Every answer comes within this, also while the machine is busy with other work. */
export const answerBoundMs = 25_000;

/** Who sends what is no request has nothing more to send after so long. */
const silenceMs = 1_500;

/** The server reads larger bodies for uploads alone. */
const largestFormBytes = 64 * 1024;

/** As many characters of an answer as are looked at; papers and archives are longer. */
const mostText = 200_000;

export type Sender = {
  /** @throws Error when no answer comes in time, or the connection ends without one */
  readonly send: (wire: Wire) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** @param connections requests under way at most */
export function createSender(url: string, connections: number): Sender {
  const pool = new Pool(url, { connections, headersTimeout: answerBoundMs, bodyTimeout: answerBoundMs });
  return {
    send: async (wire) =>
      wire.head === undefined && isSendable(wire)
        ? await byClient(pool, wire).catch((error: unknown) => endedEarly(error, wire))
        : await bySocket(url, wire),
    close: () => pool.close(),
  };
}

/** A body that is too large is refused by its head, and the connection ends while the rest of it is still being written. */
function endedEarly(error: unknown, { body }: Wire): Answer {
  const isCut = /EPIPE|ECONNRESET|other side closed/.test(String(error));
  if (!isCut || (body?.length ?? 0) <= largestFormBytes) throw error;
  return { status: 413, headers: {}, text: "", ms: 0 };
}

/** What undici refuses to send goes over a bare socket. */
function isSendable({ method, target, headers }: Wire): boolean {
  const isPlain = headers.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value));
  const isOwn = headers.every(
    ([name]) => !/^(connection|content-length|expect|upgrade|transfer-encoding|keep-alive)$/i.test(name),
  );
  return isPlain && isOwn && /^[A-Z]+$/.test(method) && /^\/[!-~]*$/.test(target) && method !== "CONNECT";
}

async function byClient(pool: Pool, { method, target, headers, body }: Wire): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await pool.request({
    method: method as "GET",
    path: target,
    headers: headers.flat(),
    body,
  });
  let text = "";
  for await (const chunk of answer.body) if (text.length < mostText) text += String(chunk);
  const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join("\n")]);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(flat),
    text,
    ms: performance.now() - startedAt,
  };
}

async function bySocket(url: string, wire: Wire): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const startedAt = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(answerBoundMs, () => socket.destroy(new Error("no answer in time")));
  const head = wire.head ?? headOf(wire, host);
  socket.write(Buffer.concat([Buffer.from(head, "latin1"), wire.body ?? Buffer.alloc(0)]));
  // A body that is shorter than it says is not waited for, nor the end of a connection that the server may keep: its own
  // limits of time have their tests.
  const isEndedByServer = wire.head === undefined && /\r\nconnection: close\r\n/i.test(head);
  const ending = isEndedByServer ? undefined : setTimeout(() => socket.end(), silenceMs);
  socket.once("close", () => clearTimeout(ending));
  const chunks: Buffer[] = [];
  // A server that ends the connection with bytes of ours unread resets it, after its answer or without one.
  await new Promise<void>((resolve, reject) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("error", (error) => (String(error.message).includes("in time") ? reject(error) : resolve()));
    socket.once("close", () => resolve());
  });
  return { ...readAnswer(Buffer.concat(chunks).toString("utf8")), ms: performance.now() - startedAt };
}

function headOf({ method, target, headers, body }: Wire, host: string): string {
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (!has("host")) lines.unshift(`host: ${host}`);
  if (body && !has("content-length") && !has("transfer-encoding"))
    lines.push(`content-length: ${body.length}`);
  if (!has("connection")) lines.push("connection: close");
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Status 0: the connection was ended without an answer, which a request that is none may get. */
function readAnswer(all: string): Omit<Answer, "ms"> {
  const received = all.replace(/^HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n/, "");
  const end = received.indexOf("\r\n\r\n");
  const [first = "", ...lines] = received.slice(0, end < 0 ? undefined : end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), text: end < 0 ? "" : received.slice(end + 4) };
}
