/** A line to a server that fails as a test says: what a client does about it is seen from outside. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `lost`: the request arrives and its answer does not. `cut`: the answer ends before its end. `mute`: no answer, and the line
 * stays open. A code: a refusal with it.
 */
export type Fault =
  | "lost"
  | "cut"
  | "mute"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly code?: string };

export type FaultyLine = AsyncDisposable & {
  readonly url: string;
  /** What arrived, oldest first. */
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
  }[];
  /** What happens to the next requests, one each; those after them pass. */
  readonly failNext: (...faults: readonly Fault[]) => void;
};

/** Starts one before a server; `await using` ends it. */
export async function startFaultyLine(target: string): Promise<FaultyLine> {
  const requests: FaultyLine["requests"] = [];
  const faults: Fault[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, headers });
    const fault = faults.shift();
    if (fault === "mute") return;
    if (typeof fault === "object") return refuse(response, fault);
    const answer = await passOn(request, target);
    if (fault === "lost") return void request.socket.destroy();
    await send(answer, response, fault);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (...next) => void faults.push(...next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function passOn(request: IncomingMessage, target: string): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const own = new Set(["host", "connection", "content-length", "transfer-encoding", "expect"]);
  const headers = Object.entries(request.headers).filter(([name]) => !own.has(name));
  return await fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers: headers.map(([name, value]) => [name, String(value)]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}

function refuse(response: ServerResponse, { status, headers, code }: Exclude<Fault, string>): void {
  if (code === undefined) return void response.writeHead(status, headers).end();
  response.writeHead(status, { ...headers, "content-type": "application/problem+json" });
  response.end(JSON.stringify({ status, code, detail: code }));
}

async function send(answer: Response, response: ServerResponse, fault: "cut" | undefined): Promise<void> {
  const ofTheLine = /^(?:content-encoding|content-length|transfer-encoding|connection)$/;
  const headers = [...answer.headers].filter(([name]) => !ofTheLine.test(name));
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, Object.fromEntries(headers));
  if (fault === "cut") response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
}
