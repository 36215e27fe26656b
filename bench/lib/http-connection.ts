/**
 * One kept connection that sends one request at a time. It costs far less than a whole HTTP client, so that what is
 * measured is the server and not the caller. It understands what our servers send and nothing else: HTTP/1.1 answers
 * with a content-length, or without a body.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export type Answer = { readonly status: number; readonly body: Buffer };

export type HttpConnection = {
  /** Sends one request and gives its answer; rejects when the connection ends instead. */
  readonly send: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
};

const endOfHead = Buffer.from("\r\n\r\n");

/** Opens a connection to an origin such as `http://127.0.0.1:3000`. */
export async function openConnection(origin: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  return createConnection(socket);
}

function createConnection(socket: Socket): HttpConnection {
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Answer> | null = null;
  const fail = (error: Error): void => waiting?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server has closed the connection")));
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === null || waiting === null) return;
    received = Buffer.alloc(0);
    waiting.resolve(answer);
  });
  return {
    send: (request) => {
      waiting = Promise.withResolvers<Answer>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}

/** The answer in these bytes, or null while some are missing. */
function readAnswer(bytes: Buffer): Answer | null {
  const headLength = bytes.indexOf(endOfHead);
  if (headLength < 0) return null;
  const head = bytes.toString("latin1", 0, headLength);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 204 && status !== 304)
    throw new Error(`an answer without a length:\n${head}`);
  const bodyStart = headLength + endOfHead.length;
  const bodyEnd = bodyStart + Number(length ?? 0);
  return bytes.length < bodyEnd ? null : { status, body: bytes.subarray(bodyStart, bodyEnd) };
}

/** The bytes of a request. A body is sent as JSON. */
export function requestBytes(
  method: "GET" | "POST",
  url: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
): Buffer {
  const { host, pathname, search } = new URL(url);
  const body = options.body === undefined ? "" : JSON.stringify(options.body);
  const headers = {
    host,
    ...options.headers,
    ...(method === "POST" && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** The JSON body of an answer that must have this status; throws with the body otherwise. */
export function readJson<T>(answer: Answer, status: number): T {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.body.toString().slice(0, 500)}`);
  return JSON.parse(answer.body.toString()) as T;
}
