/** What developers read at /docs: the guides in both languages, the reference of all calls, and /llms.txt (docs/decisions/0098). */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { type Language, readLanguage } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { guidePolicy, referencePolicy } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import { openApiText } from "../merchant-api/openapi-route.ts";
import { guidePage, referencePage, referencePath, referenceScriptPath } from "./guide-page.ts";
import { type GuideName, guideNames, guidePath, guideTextPath, readGuide, readGuideText } from "./guides.ts";

const cached = "public, max-age=300";

export type GuideOptions = {
  /** Folder of the build, which has the script of the reference; null for an app without pages. */
  readonly distDir: string | null;
  /** As buyers' browsers see this server, for `llms.txt`. */
  readonly serverUrl: string;
};

/** Mounts them. Guides are files of the repository, read at each request: they are asked for rarely. */
export function mountGuides(app: FastifyInstance, { distDir, serverUrl }: GuideOptions): void {
  app.get("/docs", async (request, reply) =>
    reply.redirect(guidePath(requestLanguage(request), "index"), 302),
  );
  app.get<{ Params: { language: string; guide?: string } }>(
    "/docs/:language/:guide?",
    async (request, reply) => {
      const language = readLanguage(request.params.language);
      const asked = request.params.guide ?? "index";
      const name = guideNames.find((each) => each === asked.replace(/\.md$/, ""));
      if (language !== request.params.language || name === undefined) throw new Problem("not_found");
      if (asked.endsWith(".md"))
        return reply
          .header("cache-control", cached)
          .type("text/markdown; charset=utf-8")
          .send(await readGuideText(language, name));
      const nonce = randomBytes(16).toString("base64url");
      const facts = {
        language,
        guide: await readGuide(language, name),
        titles: await titlesOf(language),
        nonce,
      };
      return reply
        .header("content-security-policy", guidePolicy(nonce))
        .header("cache-control", cached)
        .type("text/html; charset=utf-8")
        .send(guidePage(facts));
    },
  );
  app.get("/llms.txt", async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cached)
      .send(await llmsText(serverUrl)),
  );
  mountReference(app, distDir);
}

function mountReference(app: FastifyInstance, distDir: string | null): void {
  app.get(referencePath, async (_request, reply) => {
    const nonce = randomBytes(16).toString("base64url");
    return reply
      .header("content-security-policy", referencePolicy(nonce))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(referencePage(openApiText(), nonce));
  });
  app.get(referenceScriptPath, async (request, reply) => {
    if (distDir === null) throw new Problem("not_found");
    const script = await readFile(join(distDir, "docs/reference.js.br"));
    const takesBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    if (takesBrotli) reply.header("content-encoding", "br");
    return reply
      .header("vary", "accept-encoding")
      .header("cache-control", cached)
      .type("text/javascript; charset=utf-8")
      .send(takesBrotli ? script : brotliDecompressSync(script));
  });
}

async function titlesOf(language: Language): Promise<ReadonlyMap<GuideName, string>> {
  const guides = await Promise.all(guideNames.map((name) => readGuide(language, name)));
  return new Map(guides.map(({ name, title }) => [name, title]));
}

/** https://llmstxt.org: what a model should read first. Guides are linked as Markdown, which is what they are. */
async function llmsText(serverUrl: string): Promise<string> {
  const at = (path: string): URL => new URL(path, serverUrl);
  const listOf = async (language: Language): Promise<string> => {
    const links = [...(await titlesOf(language))].map(
      ([name, title]) => `- [${title}](${at(guideTextPath(language, name))})`,
    );
    return links.join("\n");
  };
  return `# Wasl

> Invoices and payment links for merchants in Saudi Arabia, paid by every method that is usual there. A REST API with
> idempotency keys, signed webhooks and an MCP server.

Begin with "First shop in ten minutes". A key that begins with wasl_test_ moves no money. Amounts are decimal texts with a currency;
what creates something takes an Idempotency-Key; a refusal is application/problem+json with a stable code. Deliver when the webhook
invoice.paid, or GET /api/v1/invoices/{orderNumber}, says that an invoice is paid, never because a buyer came back.

## Guides

${await listOf("en")}

## Reference

- [OpenAPI document of the merchant API](${at("/api/v1/openapi.json")}): every call, with every answer that it can give
- [Reference of all calls, for people](${at(referencePath)})
- [MCP server](${at("/mcp")}): tools for models, with an API key as the bearer token

## Optional

${await listOf("ar")}
`;
}
