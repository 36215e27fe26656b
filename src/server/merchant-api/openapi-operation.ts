/** One call of the contract as an operation of an OpenAPI document. */
import { z } from "zod";
import { needsIdempotencyKey } from "#contract/call-problems.ts";
import type { CallShape } from "#contract/contract.ts";
import type { ProblemResponses } from "./openapi-problems.ts";
import type { Json, SchemaCollector } from "./openapi-schemas.ts";

/** The name of the security scheme of merchants' calls. */
export const merchantSecurity = "apiKey";

export type Collectors = { readonly schemas: SchemaCollector; readonly problems: ProblemResponses };

/** Splits "METHOD /path". */
export function splitKey(key: string): { method: string; path: string } {
  const [method = "", path = ""] = key.split(" ", 2);
  return { method, path };
}

/**
 * Writes an operation: parameters, body, every answer.
 * @param key "METHOD /path"
 * @param tag the group that it stands in
 */
export function operationOf(
  { schemas, problems }: Collectors,
  { key, shape, tag }: { readonly key: string; readonly shape: CallShape; readonly tag: string },
): Json {
  const { method, path } = splitKey(key);
  const parameters = [
    ...parametersOf(schemas, shape.params, "path"),
    ...parametersOf(schemas, shape.query, "query"),
    ...parametersOf(schemas, shape.headers, "header"),
    ...(takesKey(method, shape) ? [idempotencyReference(key, shape)] : []),
    ...(shape.isConditional ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
  ];
  return {
    operationId: operationId(method, path),
    summary: shape.summary,
    tags: [tag],
    security: shape.audience === "merchant" ? [{ [merchantSecurity]: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(shape.body && { requestBody: requestBody(schemas, shape.body) }),
    ...(shape.upload && { requestBody: fileBody(shape.upload) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(shape.replies).map(([status, reply]) => [
          status,
          goodAnswer(schemas, {
            status,
            isRepeatable: takesKey(method, shape),
            isLimited: shape.audience === "merchant",
            isTagged: shape.isTagged ?? false,
            isCounted: shape.audience === "merchant" && reply instanceof z.ZodFile,
            reply,
          }),
        ]),
      ),
      ...otherAnswers(shape),
      ...problems.of(key, shape),
    },
  };
}

/** What is neither the answer nor a refusal: the caller has it already, or is led elsewhere. */
function otherAnswers(shape: CallShape): Json {
  const isFile = Object.values(shape.replies).some((reply) => reply instanceof z.ZodFile);
  return {
    ...(shape.leadsTo !== undefined && {
      303: {
        description: shape.leadsTo,
        headers: { Location: { description: "Where to look instead.", schema: { type: "string" } } },
      },
    }),
    ...(isFile &&
      shape.audience === "buyer" && { 304: { description: "You have it: If-None-Match names its ETag." } }),
  };
}

/** Uploads need no key: the same bytes are the same thing. */
function takesKey(method: string, shape: CallShape): boolean {
  return shape.audience === "merchant" && method === "POST" && !shape.upload;
}

/** What creates something needs a key; what is harmless to repeat may have one. */
function idempotencyReference(key: string, shape: CallShape): Json {
  const name = needsIdempotencyKey(key, shape) ? "IdempotencyKey" : "OptionalIdempotencyKey";
  return { $ref: `#/components/parameters/${name}` };
}

/** "POST /api/v1/invoices/:orderNumber/cancel" is `postInvoicesByOrderNumberCancel`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/(api\/v1|rest\/pay|web)/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(":") ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split(/[-.]/));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parametersOf(
  schemas: SchemaCollector,
  schema: z.ZodType | undefined,
  place: "path" | "query" | "header",
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
  answer: {
    readonly status: string;
    readonly isRepeatable: boolean;
    /** The answer says how many calls are left. */
    readonly isLimited: boolean;
    /** It names its state for a later change. */
    readonly isTagged: boolean;
    /** The answer is a stream that says first how many rows it will have. */
    readonly isCounted: boolean;
    readonly reply: z.ZodType;
  },
): Json {
  const { status, isRepeatable, isLimited, isTagged, isCounted, reply } = answer;
  const schema = schemas.schemaOf(reply, "output");
  const headers = {
    ...(status === "201" && {
      Location: { description: "Where it can be read.", schema: { type: "string" } },
    }),
    ...(isTagged && { ETag: { $ref: "#/components/headers/ETag" } }),
    ...(isLimited && {
      "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
      RateLimit: { $ref: "#/components/headers/RateLimit" },
    }),
    ...(isCounted && {
      "X-Total-Count": {
        description:
          "Rows when the answer began, to show progress. Whole is an answer that ended without an error.",
        schema: { type: "integer" },
      },
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
