/** The app with the pages of the build, as the server serves them. */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createApp } from "#server/app.ts";
import { startTestApp, type TestApp } from "./app-harness.ts";
import { root } from "./source-tree.ts";

export type BuiltApp = AsyncDisposable & { readonly wasl: TestApp; readonly app: FastifyInstance };

/** Starts one; needs `npm run build`. Its end may come after that of `app`. */
export async function startBuiltApp(): Promise<BuiltApp> {
  const wasl = await startTestApp();
  const app = await createApp(wasl.services, { distDir: join(root, "dist") });
  return {
    wasl,
    app,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await wasl[Symbol.asyncDispose]();
    },
  };
}
