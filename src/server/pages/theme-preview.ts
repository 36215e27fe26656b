/**
 * The buyer's pages as the console shows them beside a theme that is being made (docs/decisions/0145): the same pages, without their
 * scripts, in a language and a colour scheme that the address says, of a sample.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { PageEnvironment } from "#contract/pages.ts";
import { readLanguage } from "#core/language.ts";
import { encodeResult } from "#core/payment-result.ts";
import { Problem } from "#core/problem.ts";
import { themePreviewPolicy } from "../http/policies.ts";
import type { PageSource } from "./page-source.ts";
import { sampleNumber } from "./theme-sample.ts";
import type { ThemeTrial, TriedPage } from "./theme-trial.ts";

type PreviewParts = {
  readonly source: PageSource;
  readonly environment: PageEnvironment;
  readonly trial: ThemeTrial;
  /** The only site that may frame it. */
  readonly consoleOrigin: string;
  readonly fontOrigins: readonly string[];
};

const message = encodeURIComponent(encodeResult({ orderNumber: sampleNumber }));

/** Where each is on the buyers' host. */
const paths: Readonly<Record<TriedPage, string>> = {
  payment: `/pay/info/${sampleNumber}`,
  invoice: `/pay/order/${sampleNumber}`,
  product: `/pay/product/${sampleNumber}`,
  paid: `/pay/displayPayment?msg=${message}`,
  declined: `/pay/displayPayment?msg=${message}&displayOnly=true`,
};

/** Mounts it on the buyers' host. */
export function mountThemePreview(
  app: FastifyInstance,
  { source, environment, trial, consoleOrigin, fontOrigins }: PreviewParts,
): void {
  app.get<{ Params: { page: string } }>("/pay/preview/:page", async (request, reply) => {
    const nonce = randomBytes(16).toString("base64url");
    const { searchParams } = new URL(`http://page${request.url}`);
    const page = Object.keys(paths).find((name): name is TriedPage => name === request.params.page);
    const asked = page && {
      page,
      look: searchParams.get("look") ?? "",
      language: readLanguage(searchParams.get("lang")),
    };
    const tried = asked ? await trial(asked) : null;
    if (!page || tried === null) throw new Problem("not_found");
    const { render } = await source.loadBundle();
    const drawn = await render(
      {
        url: new URL(`http://page${paths[page]}`),
        language: tried.language,
        languageCookie: null,
        emailProofCookie: null,
        bankStepCookie: null,
        acceptLanguage: null,
        nonce,
        userAgent: request.headers["user-agent"] ?? "",
      },
      tried.services,
      environment,
      source.assets,
    );
    const html = await allOf(drawn.html);
    return reply
      .status(drawn.status)
      .headers({
        "content-security-policy": themePreviewPolicy({ nonce, consoleOrigin, fontOrigins }),
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      })
      .type("text/html; charset=utf-8")
      .send(inScheme(withoutScripts(html), searchParams.get("scheme") === "dark"));
  });
}

async function allOf(html: string | AsyncIterable<string>): Promise<string> {
  if (typeof html === "string") return html;
  let text = "";
  for await (const piece of html) text += piece;
  return text;
}

/** The policy stops them as well; without them the browser has nothing to complain of. */
function withoutScripts(html: string): string {
  return (
    html
      .replace(/<script\b[\s\S]*?<\/script>/g, "")
      // For buyers without scripts: others have the form.
      .replace(/<noscript\b[\s\S]*?<\/noscript>/g, "")
      .replace(/<link\b[^>]*rel="(?:modulepreload|preload|prefetch)"[^>]*as="(?:script|fetch)"[^>]*>/g, "")
      .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "")
  );
}

/** The styles of one scheme, whatever the person's device has. */
function inScheme(html: string, isDark: boolean): string {
  const own = isDark ? "dark" : "light";
  const asked = html.replace(/color-scheme:\s*light dark/g, `color-scheme:${own}`);
  return asked.replace(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, scheme: string) =>
    (scheme === "dark") === isDark ? "(min-width:0)" : "(max-width:0)",
  );
}
