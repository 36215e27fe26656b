/** The routes of an app in Fastify's own words, those inside of plugins included. */
import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";

export type MountedRoute = { readonly method: string; readonly url: string };

/**
 * Builds something that has apps in it.
 * @returns it, and the routes of each app that was built
 */
export async function withRoutes<Built>(build: () => Promise<Built>): Promise<{
  readonly built: Built;
  readonly routesOf: (app: FastifyInstance) => readonly MountedRoute[];
}> {
  const found = new Map<FastifyInstance, MountedRoute[]>();
  const onStart = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    const routes: MountedRoute[] = [];
    found.set(fastify, routes);
    fastify.addHook("onRoute", ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
  };
  diagnostics.subscribe("fastify.initialization", onStart);
  try {
    return { built: await build(), routesOf: (app) => found.get(app) ?? [] };
  } finally {
    diagnostics.unsubscribe("fastify.initialization", onStart);
  }
}
