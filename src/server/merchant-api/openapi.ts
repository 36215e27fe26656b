/**
 * The OpenAPI 3.1 document, made from the contract: the schemas in it are the ones that validate. Served at
 * /api/v1/openapi.json and committed as docs/openapi.json, where a check compares them.
 */
import { z } from "zod";
import { problemReply } from "#contract/common.ts";
import type { CallMap, CallShape } from "#contract/contract.ts";
import { idempotencyKey } from "#contract/merchant-common.ts";
import { type ProblemCode, problemStatuses } from "#core/problem.ts";
import { problemText } from "../texts/texts.ts";
import { collectSchemas, type Json, type SchemaCollector } from "./openapi-schemas.ts";

const merchantSecurity = "apiKey";

/**
 * Builds the document from contract maps; calls of the audience `internal` are left out.
 * @param version of the product
 * @returns plain JSON
 */
export function buildOpenApi(maps: readonly CallMap[], version: string): Json {
  const schemas = collectSchemas();
  const problem = schemas.schemaOf(namedProblem(), "output");
  const paths: Record<string, Json> = {};
  for (const [key, shape] of maps.flatMap((map) => Object.entries<CallShape>(map))) {
    if (shape.audience === "internal") continue;
    const { method, path } = splitKey(key);
    const template = path.replace(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(schemas, method, path, shape) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Wasl", version, description: introduction() },
    servers: [{ url: "/" }],
    tags: [
      { name: "merchant", description: "For a merchant's server. Needs an API key." },
      {
        name: "buyer",
        description: "For the payment pages. Public; a call proves what it needs to by signatures.",
      },
    ],
    paths,
    components: {
      schemas: schemas.components(),
      responses: { Problem: problemResponse(problem) },
      parameters: {
        IdempotencyKey: idempotencyParameter(schemas, true),
        OptionalIdempotencyKey: idempotencyParameter(schemas, false),
      },
      headers: {
        IdempotentReplayed: {
          description: "true: this answer was given before; nothing was done now.",
          schema: { type: "string", const: "true" },
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
    },
  };
}

function splitKey(key: string): { method: string; path: string } {
  const [method = "", path = ""] = key.split(" ", 2);
  return { method, path };
}

function operation(schemas: SchemaCollector, method: string, path: string, shape: CallShape): Json {
  const isMerchant = shape.audience === "merchant";
  const parameters = [
    ...parametersOf(schemas, shape.params, "path"),
    ...parametersOf(schemas, shape.query, "query"),
    ...(takesKey(method, shape) ? [idempotencyReference(shape)] : []),
  ];
  return {
    operationId: operationId(method, path),
    summary: shape.summary,
    tags: [shape.audience],
    security: isMerchant ? [{ [merchantSecurity]: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(shape.body && { requestBody: requestBody(schemas, shape.body) }),
    ...(shape.upload && { requestBody: fileBody(shape.upload) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(shape.replies).map(([status, reply]) => [
          status,
          goodAnswer(schemas, { status, isRepeatable: takesKey(method, shape), reply }),
        ]),
      ),
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

/** Uploads need no key: the same bytes are the same thing. */
function takesKey(method: string, shape: CallShape): boolean {
  return shape.audience === "merchant" && method === "POST" && !shape.upload;
}

/** What creates something needs a key; what is harmless to repeat may have one. */
function idempotencyReference(shape: CallShape): Json {
  const name = "201" in shape.replies ? "IdempotencyKey" : "OptionalIdempotencyKey";
  return { $ref: `#/components/parameters/${name}` };
}

function idempotencyParameter(schemas: SchemaCollector, required: boolean): Json {
  const { description, examples, ...schema } = schemas.schemaOf(idempotencyKey, "input");
  return { name: "Idempotency-Key", in: "header", required, description, schema: { ...schema, examples } };
}

/** "POST /api/v1/invoices/:orderNumber/cancel" is `postInvoicesByOrderNumberCancel`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/(api\/v1|rest\/pay|web)/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(":") ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split("-"));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parametersOf(
  schemas: SchemaCollector,
  schema: z.ZodType | undefined,
  place: "path" | "query",
): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, part]) => {
    const { description, ...rest } = schemas.schemaOf(part, "input");
    const required = place === "path" || !part.safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: rest };
  });
}

function requestBody(schemas: SchemaCollector, body: z.ZodType): Json {
  const required = !body.safeParse(undefined).success;
  return { required, content: { "application/json": { schema: schemas.schemaOf(present(body), "input") } } };
}

/** A body that is the bytes of a file. */
function fileBody(types: readonly string[]): Json {
  const schema = { type: "string", format: "binary" };
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** The schema of a body that is there: callers who have nothing to say send none. */
function present(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? present(schema.unwrap() as z.ZodType) : schema;
}

function goodAnswer(
  schemas: SchemaCollector,
  answer: { readonly status: string; readonly isRepeatable: boolean; readonly reply: z.ZodType },
): Json {
  const { status, isRepeatable, reply } = answer;
  const schema = schemas.schemaOf(reply, "output");
  const headers = {
    ...(status === "201" && {
      Location: { description: "Where it can be read.", schema: { type: "string" } },
    }),
    ...(isRepeatable && {
      "Idempotent-Replayed": { $ref: "#/components/headers/IdempotentReplayed" },
    }),
  };
  return {
    description: status === "201" ? "Created" : "Done",
    ...(Object.keys(headers).length > 0 && { headers }),
    content: Object.fromEntries(mediaTypes(reply, schema).map((type) => [type, { schema }])),
  };
}

/** A file's own types; text is a page; everything else is JSON. */
function mediaTypes(reply: z.ZodType, schema: Json): string[] {
  if (reply instanceof z.ZodString) return ["text/html"];
  if (!(reply instanceof z.ZodFile)) return ["application/json"];
  const choices = (schema["anyOf"] ?? [schema]) as { readonly contentMediaType: string }[];
  return choices.map(({ contentMediaType }) => contentMediaType);
}

function namedProblem(): z.ZodType {
  return problemReply
    .extend({
      code: z.enum(Object.keys(problemStatuses) as [ProblemCode, ...ProblemCode[]]).meta({
        description: "The stable name of the refusal, for programs. New ones may be added.",
      }),
    })
    .meta({ id: "Problem", description: "A refusal as in RFC 9457. What was sent is never repeated in it." });
}

function problemResponse(schema: Json): Json {
  return {
    description:
      "Refused; nothing was done. `code` says why, `detail` says it to a person (Accept-Language: ar or en), " +
      "`fields` names every wrong place. 401 carries WWW-Authenticate, `retryAfter` repeats the header Retry-After.",
    content: {
      "application/problem+json": {
        schema,
        example: {
          type: "urn:wasl:problem:validation_failed",
          title: problemText("en", "validation_failed"),
          status: problemStatuses.validation_failed,
          detail: problemText("en", "validation_failed"),
          code: "validation_failed",
          error: problemText("en", "validation_failed"),
          msg: problemText("en", "validation_failed"),
          requestId: "u3nX0y7mB1aQ",
          fields: [{ path: "lines.0.quantity", code: "required", message: "required" }],
        },
      },
    },
  };
}

/** The codes in a table: documented once, for all calls. */
function introduction(): string {
  const rows = Object.entries(problemStatuses).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${problemText("en", code as ProblemCode)} |`,
  );
  return [
    "Invoices and payment links. Amounts are decimal texts with a currency beside them; the amounts of an invoice " +
      "are always computed here.",
    "",
    "Every refusal is a problem as in RFC 9457 with a stable `code`:",
    "",
    "| Status | Code | Meaning |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
