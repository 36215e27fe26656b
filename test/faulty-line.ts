/** A line to a server that fails as a test says: what a client does about it is seen from outside. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `lost`: the request arrives and its answer does not. `mute`: no answer, and the line stays open. */
export type Fault = "lost" | "mute" | { readonly status: number; readonly headers?: Record<string, string> };

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
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end();
    const answer = await passOn(request, target);
    if (fault === "lost") return void request.socket.destroy();
    await send(answer, response);
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

async function send(answer: Response, response: ServerResponse): Promise<void> {
  const headers = [...answer.headers].filter(
    ([name]) => !/^(?:content-encoding|content-length|transfer-encoding|connection)$/.test(name),
  );
  response.writeHead(answer.status, Object.fromEntries(headers)).end(Buffer.from(await answer.arrayBuffer()));
}
