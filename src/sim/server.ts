/**
 * One HTTP server with every provider simulator under its own name, the control API and a page for people. It is
 * the other side of the wire for development, tests and measurements. In production it stands beside the server for test
 * worlds alone, and then only with what a buyer's browser and our server ask of payment providers (docs/decisions/0106).
 */

import formbody from "@fastify/formbody";
import Fastify, { type FastifyInstance } from "fastify";
import { isOwnHost } from "#core/address/own-host.ts";
import type { Log } from "#core/ports.ts";
import { createSimulatorClock, type SimulatorClock } from "./clock.ts";
import { registerControlApi } from "./control-api.ts";
import { createSimulatorIds, type SimulatorIds } from "./ids.ts";
import { createJournal } from "./journal.ts";
import { type MountedSimulator, mountSimulator, type Simulator } from "./kit.ts";
import type { MailCatcher } from "./mail-catcher.ts";
import { registerShop } from "./shop-page.ts";
import { simulators as paymentSimulators } from "./simulators.ts";
import { type PostWebhook, postWebhook } from "./webhooks.ts";

export type SimulatorServerOptions = {
  /** Simulators to serve; all of them with their default profiles by default. */
  readonly simulators?: readonly Simulator[];
  /**
   * "payments", for strangers: payment providers alone, without the page for people, its switches, what was asked, mail and
   * shop. "whole" when left out.
   */
  readonly surface?: "whole" | "payments";
  /** Directory where gateway state survives restarts; in memory only when absent. */
  readonly stateDir?: string;
  /** Origin that browsers and callers use, when it differs from the Host header of requests. */
  readonly publicUrl?: string;
  readonly log?: Log;
  /** The address that is typed into the portal of each provider that takes it there, by the simulator's name (docs/decisions/0320). */
  readonly notificationUrl?: (simulator: string) => string;
  /** Address of the payment pages, without a final slash: with it, a pretend shop at `/shop/` shows their frame. */
  readonly webUrl?: string;
  /** A mail server whose messages are shown at `/mail`. */
  readonly mail?: MailCatcher;
  /** Time, identifiers and the way of their messages, where a test drives them; the real ones when left out. */
  readonly ports?: {
    readonly clock: SimulatorClock;
    readonly ids: SimulatorIds;
    readonly postWebhook: PostWebhook;
  };
};

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Largest request body taken, bytes; wallet tokens are the biggest thing that providers receive. */
const bodyLimitBytes = 128 * 1024;

/**
 * Throws when the environment is `live`: a simulated gateway that approves everything must never stand where real
 * money is expected. Takes the value of WASL_ENV. Simulators for test worlds do not ask it: they have an address of their own.
 */
export function refuseInLive(environment: string | undefined): void {
  if (environment?.trim().toLowerCase() === "live") {
    throw new Error(
      "The provider simulators do not run when WASL_ENV is live. Configure the real providers instead.",
    );
  }
}

/** Builds the application with all simulators; it does not listen. */
export async function buildSimulatorServer(options: SimulatorServerOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, bodyLimit: bodyLimitBytes, forceCloseConnections: true });
  const shared = {
    clock: options.ports?.clock ?? createSimulatorClock(),
    ids: options.ports?.ids ?? createSimulatorIds(),
    postWebhook: options.ports?.postWebhook ?? postWebhook,
    journal: createJournal(),
    log: options.log ?? silent,
    stateDir: options.stateDir,
    publicUrl: options.publicUrl,
    notificationUrl: options.notificationUrl,
    visitors: options.surface === "payments" ? ("strangers" as const) : ("own people" as const),
  };
  refuseStrangeNames(app, options);
  await app.register(formbody);
  readJsonLeniently(app);

  const mounted: MountedSimulator[] = [];
  const isWhole = options.surface !== "payments";
  for (const simulator of options.simulators ?? (await usualSimulators(isWhole))) {
    const one = mountSimulator(simulator, shared);
    mounted.push(one);
    await app.register(async (scope) => simulator.register(scope, one.tools), {
      prefix: `/${simulator.name}`,
    });
  }
  const { mail, webUrl } = options;
  if (isWhole) {
    await app.register(async (scope) => registerControlApi(scope, { mounted, ...shared }));
    if (mail) (await import("./mail-catcher.ts")).registerMail(app, mail);
    if (webUrl !== undefined) registerShop(app, webUrl);
  }

  app.addHook("onClose", async () => {
    shared.clock.reset();
    await Promise.all(mounted.map((one) => one.webhooks.close()));
    for (const one of mounted) one.state.compact();
  });
  return app;
}

/** Those that need development packages are loaded where they are served. */
async function usualSimulators(isWhole: boolean): Promise<readonly Simulator[]> {
  if (!isWhole) return paymentSimulators();
  const { otherSimulators } = await import("./other-simulators.ts");
  return [...paymentSimulators(), ...otherSimulators()];
}

/**
 * Starts the simulators, and the mail server where `smtpPort` is given. Port 0 takes a free one. Gives the origin
 * without a final slash and a function that stops the servers and closes every connection.
 */
export async function startSimulators(
  options: Omit<SimulatorServerOptions, "mail"> & {
    readonly port: number;
    readonly smtpPort?: number;
    readonly host: string;
  },
): Promise<{
  readonly url: string;
  readonly mail: MailCatcher | null;
  readonly close: () => Promise<void>;
}> {
  const { port, smtpPort, host, ...rest } = options;
  const mail =
    smtpPort === undefined
      ? null
      : await (await import("./mail-catcher.ts")).startMailCatcher({ port: smtpPort, host });
  const app = await buildSimulatorServer({ ...rest, ...(mail && { mail }) });
  const url = await app.listen({ port, host });
  const close = async (): Promise<void> => {
    await app.close();
    await mail?.close();
  };
  return { url, mail, close };
}

/** A stranger's page must not read what the simulators were asked, nor the mail (DNS rebinding). */
function refuseStrangeNames(
  app: FastifyInstance,
  { publicUrl, webUrl }: Pick<SimulatorServerOptions, "publicUrl" | "webUrl">,
): void {
  const known = [publicUrl, webUrl].filter((address) => address !== undefined);
  app.addHook("onRequest", async ({ headers }, reply) => {
    if (headers.host !== undefined && !isOwnHost(headers.host, known))
      await reply.status(421).send({ error: "This is not the name of the simulators." });
  });
}

/** Providers take requests without a body under a JSON content type; such a body reads as `undefined`. */
function readJsonLeniently(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(Object.assign(new Error("the body is not JSON"), { statusCode: 400 }));
    }
  });
}
