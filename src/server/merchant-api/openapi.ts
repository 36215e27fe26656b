/**
 * The OpenAPI 3.1 documents, made from the contract: the schemas in them are the ones that validate, the refusals the
 * ones that calls may answer with. Served beside the API and committed in docs/, where a check compares them.
 */
import type { CallMap, CallShape } from "#contract/contract.ts";
import { idempotencyKey } from "#contract/merchant-common.ts";
import { type ProblemCode, problemStatuses } from "#core/problem.ts";
import { problemText } from "../texts/texts.ts";
import { merchantSecurity, operationOf, splitKey } from "./openapi-operation.ts";
import { collectProblems } from "./openapi-problems.ts";
import { collectSchemas, type Json, type SchemaCollector } from "./openapi-schemas.ts";
import { merchantTags, pageTags, tagOf } from "./openapi-tags.ts";

export type DocumentOptions = {
  /** Whose calls it describes; all others are left out. */
  readonly audience: Exclude<CallShape["audience"], "console" | "internal">;
  /** Of the product. */
  readonly version: string;
};

/**
 * Builds one document from contract maps.
 * @returns plain JSON
 */
export function buildOpenApi(maps: readonly CallMap[], { audience, version }: DocumentOptions): Json {
  const schemas = collectSchemas();
  const problems = collectProblems(schemas);
  const tags = audience === "merchant" ? merchantTags : pageTags;
  const paths: Record<string, Json> = {};
  for (const [key, shape] of maps.flatMap((map) => Object.entries<CallShape>(map))) {
    if (shape.audience !== audience) continue;
    const { method, path } = splitKey(key);
    const template = path.replace(/:(\w+)/g, "{$1}");
    const operation = operationOf({ schemas, problems }, { key, shape, tag: tagOf(path, tags) });
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: audience === "merchant" ? "Wasl" : "Wasl, calls of the payment pages",
      version,
      description: audience === "merchant" ? introduction() : pagesIntroduction,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components(),
      responses: problems.components(),
      ...(audience === "merchant" && merchantComponents(schemas)),
      headers: {
        RetryAfter: { description: "Seconds to wait before the next try.", schema: { type: "integer" } },
        ...(audience === "merchant" && merchantHeaders),
      },
    },
  };
}

const merchantHeaders: Json = {
  IdempotentReplayed: {
    description: "true: this answer was given before; nothing was done now.",
    schema: { type: "string", const: "true" },
  },
  ETag: {
    description: "Names this state; a change sends it as If-Match.",
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description:
      "How many calls a key may make (q) in how many seconds (w); draft-ietf-httpapi-ratelimit-headers.",
    schema: { type: "string", examples: ['"key";q=600;w=60'] },
  },
  RateLimit: {
    description: "How many calls are left (r), and in how many seconds all of them are there again (t).",
    schema: { type: "string", examples: ['"key";r=599;t=58'] },
  },
  WwwAuthenticate: {
    description: "How to prove who you are (RFC 6750).",
    schema: { type: "string" },
  },
};

function merchantComponents(schemas: SchemaCollector): Json {
  return {
    parameters: {
      IdempotencyKey: idempotencyParameter(schemas, true),
      OptionalIdempotencyKey: idempotencyParameter(schemas, false),
      IfMatch: {
        name: "If-Match",
        in: "header",
        required: true,
        description:
          "The ETag of the answer that you have read, so that nothing is overwritten that you have not seen: 412 when it " +
          "has changed since, 428 when it is missing. * stands for whatever it is now.",
        schema: { type: "string", examples: ['"T0pYd3s7JcPxTqkzR9vW1g"', "*"] },
      },
    },
    securitySchemes: {
      [merchantSecurity]: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "wasl_<environment>_<43 characters>",
        description: "An API key of the merchant, for the merchant's server alone.",
      },
    },
  };
}

function idempotencyParameter(schemas: SchemaCollector, required: boolean): Json {
  const { description, examples, ...schema } = schemas.schemaOf(idempotencyKey, "input");
  return { name: "Idempotency-Key", in: "header", required, description, schema: { ...schema, examples } };
}

const pagesIntroduction =
  "What the payment pages ask of the server. Public: a call proves what it needs to by signatures. These calls are for " +
  "the pages alone and may change with them; a shop's server uses the merchant API (/api/v1/openapi.json).";

/** The codes in a table: documented once, for all calls. */
function introduction(): string {
  const rows = Object.entries(problemStatuses).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${problemText("en", code as ProblemCode)} |`,
  );
  return [
    "Invoices and payment links. Amounts are decimal texts with a currency beside them; the amounts of an invoice " +
      "are always computed here.",
    "",
    "Every refusal is a problem as in RFC 9457 with a stable `code`; nothing was done then. `detail` says it to a person " +
      "(Accept-Language: ar or en), `fields` names every wrong place. Each call lists its own; these are all:",
    "",
    "| Status | Code | Meaning |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
