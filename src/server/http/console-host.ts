/**
 * The console has a host name of its own on the same listener (ASVS 3.5.4). Routes of the console answer there alone, and
 * all others nowhere else than on the other names: a constraint of the router decides, before any handler is chosen.
 */
import type { FastifyInstance } from "fastify";

type Site = "console";

/** The router's constraint. Routes without it are those of the other names. */
export function siteConstraint(consoleUrl: string | null) {
  const consoleName = consoleUrl === null ? null : new URL(consoleUrl).hostname;
  return {
    name: "site",
    storage: <Handler>() => {
      const handlers = new Map<unknown, Handler>();
      return {
        get: (site: unknown) => handlers.get(site) ?? null,
        set: (site: unknown, handler: Handler) => void handlers.set(site, handler),
      };
    },
    validate: () => {},
    deriveConstraint: ({ headers }: { readonly headers: { readonly host?: string | undefined } }): Site => {
      const isConsole = consoleName !== null && nameOf(headers.host) === consoleName;
      // The router's type leaves out what its document says: undefined is a request without the constraint.
      return (isConsole ? "console" : undefined) as Site;
    },
    mustMatchWhenDerived: true,
  };
}

/** Makes every route of a scope one of the console's host. Before the scope's routes. */
export function onConsoleHost(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route) => {
    route.constraints = { ...route.constraints, site: "console" satisfies Site };
  });
}

function nameOf(host: string | undefined): string | undefined {
  return host?.replace(/\.?(?::\d*)?$/, "").toLowerCase();
}
