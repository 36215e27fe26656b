/**
 * Where browsers report what a page's policy has stopped (PCI DSS 11.6.1): a script that was added to a payment page
 * is seen here first. Any client may send anything: of a report only three short facts are kept, and the log is
 * bounded.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { reportPath } from "#core/address/report-path.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { SecurityLog } from "../log/security-log.ts";

/** Reports are small; a browser may send several at once, bytes. */
const bodyLimitBytes = 16 * 1024;
/** Reports of one message that are looked at. */
const mostReports = 5;

/** `application/csp-report`, as all browsers send it. */
const oldReport = z.object({
  "csp-report": z.object({
    "violated-directive": z.string().optional(),
    "effective-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
    "document-uri": z.string().optional(),
  }),
});

/** `application/reports+json`, as Chromium sends it besides. */
const newReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().optional(),
      documentURL: z.string().optional(),
    }),
  }),
);

/** The rules that a policy of ours can have (CSP 3, Trusted Types). Another word is not the browser's. */
const directives = [
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "frame-src",
  "child-src",
  "worker-src",
  "media-src",
  "object-src",
  "manifest-src",
  "base-uri",
  "form-action",
  "frame-ancestors",
  "require-trusted-types-for",
  "trusted-types",
  "sandbox",
] as const;

type Stopped = { readonly directive: string; readonly blocked: string; readonly page: string };

/**
 * Mounts the address, before the pages that it is to know. Every message is answered alike, 204; an address that floods us waits
 * (buyer-limits.ts).
 */
export function mountPolicyReports(app: FastifyInstance, security: SecurityLog): void {
  const paths: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if ([method].flat().includes("GET")) paths.push(url);
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/csp-report", "application/reports+json", "application/json"],
      { parseAs: "string", bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post(reportPath, async (request, reply) => {
      for (const stopped of readReports(request.body, paths)) note(security, request, stopped);
      return await reply.code(204).send();
    });
  });
}

function note(security: SecurityLog, request: FastifyRequest, stopped: Stopped): void {
  security.note("security.csp", {
    code: stopped.directive,
    ...stopped,
    address: addressGroup(request.ip),
    requestId: request.id,
  });
}

function readReports(body: unknown, paths: readonly string[]): Stopped[] {
  const value = parse(body);
  const old = oldReport.safeParse(value);
  if (old.success) {
    const report = old.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"];
    const page = kindOf(report["document-uri"], paths);
    return [toStopped({ directive, blocked: report["blocked-uri"], page })];
  }
  const { data = [] } = newReports.safeParse(value);
  return data
    .filter(({ type }) => type === "csp-violation")
    .slice(0, mostReports)
    .map(({ body: { effectiveDirective: directive, blockedURL: blocked, documentURL } }) =>
      toStopped({ directive, blocked, page: kindOf(documentURL, paths) }),
    );
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}

function toStopped({
  directive = "",
  blocked = "",
  page,
}: {
  readonly directive: string | undefined;
  readonly blocked: string | undefined;
  readonly page: string;
}): Stopped {
  return {
    directive: directives.find((name) => name === directive.split(" ", 1)[0]) ?? "unknown",
    blocked: originOf(blocked),
    page,
  };
}

/** Its site alone: a path or a query may be about a person. Words such as `inline` and `eval` stay. */
function originOf(address: string): string {
  if (/^[a-z-]{1,20}$/.test(address)) return address;
  const url = URL.parse(address);
  return url === null ? "unknown" : url.origin === "null" ? url.protocol : url.origin.slice(0, 200);
}

/** The kind of page, by the addresses that are mounted, without the order's number, which is a key: `/pay/info`. */
function kindOf(address: string | undefined, paths: readonly string[]): string {
  const segments = URL.parse(address ?? "")?.pathname.split("/") ?? [];
  const fitting = paths.filter((path) => {
    const parts = path.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || part.startsWith(":"))
    );
  });
  const kinds = fitting.map((path) => path.replace(/\/:.*$/, ""));
  // What is fixed in an address wins over a number in its place, as in the router.
  return kinds.sort((one, other) => other.length - one.length)[0] ?? "other";
}
