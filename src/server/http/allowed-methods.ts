/** Which methods an address takes, for the answer to a wrong one (RFC 9110, 15.5.6). */
import type { FastifyInstance } from "fastify";

/** Addresses of programs; what people open has the 404 page for everything. */
const programPaths = /^\/(?:rest|api|web|openApi)\//;

/**
 * Remembers the routes of an app. Call it before any route is mounted.
 * @returns the methods that an address takes, in alphabetical order; none for an unknown address
 */
export function rememberMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (!programPaths.test(url)) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return (url) => {
    const path = url.replace(/[?#].*$/s, "").replace(/\/$/, "");
    const fitting = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** "/rest/pay/order/:orderNumber" as a pattern for whole addresses. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, "").split("/");
  const source = parts.map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${source.join("/")}$`);
}
