/** Vite inside the app, while developing (`npm run dev`): pages and console from their sources as they are now. */
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Where pages and console come from: the build, or the sources through Vite. */
export type PageMode = "production" | "development";

export type Development = {
  /** A module for the server, by its address from the root of the project. */
  readonly load: (address: string) => Promise<unknown>;
};

/** What the browser talks to besides us: Vite, of changed files. */
export const developmentOrigin = "ws:";

const root = join(import.meta.dirname, "../../..");

/**
 * Starts it for all routes that are mounted in the app afterwards. It serves the browser nothing but sources and packages, and
 * writes what it prepares of packages beside the build.
 */
export async function startDevelopment(app: FastifyInstance): Promise<Development> {
  const { createServer } = await import("vite");
  const cacheDir = join(root, "dist/dev");
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    configLoader: "native",
    cacheDir,
    appType: "custom",
    logLevel: "warn",
    server: {
      middlewareMode: true,
      ws: { server: app.server },
      fs: { allow: [join(root, "src"), await realpath(join(root, "node_modules")), cacheDir] },
    },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, done);
  });
  return { load: async (address) => await vite.ssrLoadModule(address) };
}
