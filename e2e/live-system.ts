/**
 * A `live` installation with test worlds, started as its operator does: a process with a database of its own, and proxies with
 * certificates in front of it, one for the pages, one for the simulators, which stand under another host name. What the live shop's
 * provider is asked arrives at a third listener, which takes no payment.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as ask, type IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { freePort } from "#test/free-port.ts";
import { selfSigned } from "#test/self-signed.ts";

const root = resolve(import.meta.dirname, "..");
const command = [join(root, "src/cli/wasl.mjs")];

export type LiveSystem = {
  /** Where buyers read pages. */
  readonly pagesUrl: string;
  readonly consoleUrl: string;
  /** Where the simulators are, for browsers and for the server. */
  readonly simulatorUrl: string;
  /** Keys of one shop. */
  readonly keys: { readonly live: string; readonly test: string };
  /** Paths that the live shop's card gateway was asked, and that the simulators were, since the start. */
  readonly asked: { readonly gateway: readonly string[]; readonly simulators: readonly string[] };
  /** The merchant API, as a shop's server calls it. */
  readonly call: (key: string, method: string, path: string, body?: object) => Promise<Answer>;
  /** A command of the operator; gives what it printed. */
  readonly admin: (...words: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
};

export type Answer = { readonly status: number; readonly body: Record<string, unknown> };

export async function startLiveSystem(): Promise<LiveSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), "wasl-live-"));
  const { certPem, keyPem } = selfSigned();
  const tls = { cert: certPem, key: keyPem };
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const gatewayAsked: string[] = [];
  const simulatorsAsked: string[] = [];
  const pages = await listen(proxyTo(port, tls));
  const simulators = await listen(proxyTo(simulatorPort, tls, (path) => void simulatorsAsked.push(path)));
  const gateway = await listen(
    createServer(tls, (request, response) => {
      gatewayAsked.push(request.url ?? "");
      response.writeHead(503).end();
    }),
  );
  const addresses = {
    pagesUrl: `https://pay.localhost:${portOf(pages)}`,
    consoleUrl: `https://console.localhost:${portOf(pages)}`,
    simulatorUrl: `https://localhost:${portOf(simulators)}`,
  };
  await writeFile(join(dataDir, "certificate.pem"), certPem);
  const env = {
    PATH: process.env["PATH"],
    TZ: process.env["TZ"],
    WASL_ENV: "live",
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: String(port),
    SIM_PORT: String(simulatorPort),
    WASL_WEB_URL: addresses.pagesUrl,
    WASL_CONSOLE_URL: addresses.consoleUrl,
    WASL_SIM_URL: addresses.simulatorUrl,
    WASL_TRUSTED_PROXIES: "1",
    NODE_EXTRA_CA_CERTS: join(dataDir, "certificate.pem"),
    MPGS_BASE_URL: `https://ksa.gateway.localhost:${portOf(gateway)}`,
    MPGS_MERCHANT_ID: "SHOP700",
    MPGS_PASSWORD: "a password of the live account",
    MPGS_WEBHOOK_SECRET: "a-secret-of-the-live-account-0001",
  };
  const user = await ownUser(dataDir);
  const child = spawn(process.execPath, [...command, "start"], {
    cwd: root,
    env,
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await closed;
    for (const server of [pages, simulators, gateway]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const admin = async (...words: readonly string[]): Promise<string> =>
    (
      await promisify(execFile)(process.execPath, [...command, "admin", ...words], {
        cwd: root,
        env,
        ...user,
      })
    ).stdout;
  const call: LiveSystem["call"] = async (key, method, path, body) =>
    await askApi({ port, host: new URL(addresses.pagesUrl).host, key, method, path, body });
  const keys = await ready(child)
    .then(async () => await openShop({ admin, call }))
    .catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  return {
    ...addresses,
    keys,
    asked: { gateway: gatewayAsked, simulators: simulatorsAsked },
    call,
    admin,
    stop,
  };
}

/** One shop with a key of each world. */
async function openShop({ admin, call }: Pick<LiveSystem, "admin" | "call">): Promise<LiveSystem["keys"]> {
  await admin("create-merchant", "nakheel", "متجر النخيل", "shop@nakheel.example", "0551234567");
  const live =
    /wasl_live_[\w-]+/.exec(
      await admin("create-key", "nakheel", "server", "--scopes", "read,issue,refund,manage"),
    )?.[0] ?? "";
  const opened = await call(live, "POST", "/merchant/test-world", {});
  if (opened.status !== 201) throw new Error(JSON.stringify(opened));
  const { key } = (opened.body["key"] ?? {}) as { readonly key?: string };
  return { live, test: key ?? "" };
}

/** Where money is real it does not run as root: as the user without rights then, whose data it is. */
async function ownUser(dataDir: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65_534, gid: 65_534 };
  for (const path of [dataDir, join(dataDir, "certificate.pem")]) await chown(path, nobody.uid, nobody.gid);
  return nobody;
}

async function ready(child: ReturnType<typeof spawn>): Promise<void> {
  let printed = "";
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("Wasl is ready")) done();
    });
  child.on("close", (code) => reject(new Error(`ended with ${code}:\n${printed}`)));
  await promise;
}

type Tls = { readonly cert: string; readonly key: string };

/** As a web server in front hands requests on: the name that was asked for, and who asked. */
function proxyTo(port: number, tls: Tls, see: (path: string) => void = () => undefined): Server {
  return createServer(tls, (request, response) => {
    see(request.url ?? "");
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress ?? "",
      "x-forwarded-proto": "https",
    };
    const { method, url: path } = request;
    const onward = ask({ host: "127.0.0.1", port, method, path, headers }, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
}

async function listen(server: Server): Promise<Server> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

type ApiRequest = {
  readonly port: number;
  readonly host: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
};

async function askApi({ port, host, key, method, path, body }: ApiRequest): Promise<Answer> {
  const { promise, resolve: done, reject } = Promise.withResolvers<IncomingMessage>();
  const request = ask(
    {
      host: "127.0.0.1",
      port,
      method,
      path: `/api/v1${path}`,
      headers: {
        host,
        authorization: `Bearer ${key}`,
        "x-forwarded-proto": "https",
        ...(body !== undefined && {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
        }),
      },
    },
    done,
  );
  request.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  const answer = await promise;
  return { status: answer.statusCode ?? 0, body: (await json(answer)) as Record<string, unknown> };
}
