/**
 * A whole Wasl for races: it listens on the loopback, every request to a provider goes through one gate and every
 * message of a provider to us through another, and a second process may stand beside it.
 */
import { createApp } from "#server/app.ts";
import type { Services } from "#server/services.ts";
import { startTestApp, type TestApp } from "./app-harness.ts";
import { type Gate, startGate } from "./gate.ts";

export type GatedApp = TestApp & {
  /** Where it listens. */
  readonly url: string;
  /** On the way from us to the providers. */
  readonly outward: Gate;
  /** On the way from the providers to us: their messages. */
  readonly inward: Gate;
};

export type GatedAppOptions = {
  readonly poolSize?: number;
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `lost`: no message of a provider arrives, so that nothing is learnt but by asking. */
  readonly messages?: "delivered" | "lost";
};

/** Starts one; `await using` ends it. */
export async function startGatedApp(options: GatedAppOptions = {}): Promise<GatedApp> {
  const { messages = "delivered", env, ...rest } = options;
  await using gates = new AsyncDisposableStack();
  const outward = gates.use(await startGate());
  const inward = gates.use(await startGate());
  const app = await startTestApp({
    ...rest,
    env: { ...env, SIM_URL: outward.url, WASL_API_URL: inward.url },
  });
  const url = await app.app.listen({ host: "127.0.0.1", port: 0 });
  outward.leadTo(app.simulatorUrl);
  if (messages === "delivered") inward.leadTo(url);
  const opened = gates.move();
  return {
    ...app,
    url,
    outward,
    inward,
    [Symbol.asyncDispose]: async () => {
      // First: a request that waits at a gate must not delay the end of the app.
      await opened.disposeAsync();
      await app[Symbol.asyncDispose]();
    },
  };
}

/**
 * The services of a second process on the same database. Whatever one process remembers of its payments depends on its
 * services object, so another object remembers nothing.
 */
export function secondProcess(app: TestApp): Services {
  return { ...app.services };
}

/** The same with its own address for requests. */
export async function secondServer(app: TestApp): Promise<TestApp> {
  const services = secondProcess(app);
  return { ...app, services, app: await createApp(services, { distDir: null }) };
}
