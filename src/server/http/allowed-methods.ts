/** The methods that a path accepts, for the answer to a wrong one (RFC 9110, 15.5.6). */
import type { FastifyInstance } from "fastify";

/** Paths of programs; those that people open answer everything unknown with the 404 page. */
const programPaths = /^\/(?:rest|api|web|openApi)\//;

/**
 * Collects the routes of an app. Call it before any route is mounted.
 * @returns the methods that an address takes, in alphabetical order; none for an unknown address
 */
export function rememberMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes = new Map<string, Set<string>>();
  // Made with the first answer that asks for them: most apps never give one.
  let patterns: readonly { readonly pattern: RegExp; readonly methods: Set<string> }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (!programPaths.test(url)) return;
    const methods = routes.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    routes.set(url, methods);
  });
  return (url) => {
    const path = url.replace(/[?#].*$/s, "").replace(/\/$/, "");
    if (patterns.length !== routes.size)
      patterns = [...routes].map(([known, methods]) => ({ pattern: patternOf(known), methods }));
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** "/rest/pay/order/:orderNumber" as a pattern for whole addresses. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, "").split("/");
  const source = parts.map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${source.join("/")}$`);
}
