/** Refusals in the OpenAPI documents: one response per status of a call, which says each code that may stand in it. */
import { z } from "zod";
import { problemsOfCall } from "#contract/call-problems.ts";
import { problemReply } from "#contract/common.ts";
import type { CallShape } from "#contract/contract.ts";
import { type ProblemCode, problemStatus, problemStatuses } from "#core/problem.ts";
import { problemText } from "../texts/texts.ts";
import type { Json, SchemaCollector } from "./openapi-schemas.ts";

export type ProblemResponses = {
  /** The refusals of a call, by status. */
  readonly of: (key: string, shape: CallShape) => Json;
  /** Those that many calls share, by name; for `components.responses`. */
  readonly components: () => Json;
};

/** Collects the responses of the calls of one document. */
export function collectProblems(schemas: SchemaCollector): ProblemResponses {
  const schema = schemas.schemaOf(namedProblem(), "output");
  const shared = new Map<string, Json>();
  return {
    of: (key, shape) => {
      const byStatus = Map.groupBy(problemsOfCall(key, shape), problemStatus);
      return Object.fromEntries(
        [...byStatus].map(([status, codes]) => {
          const name = nameOf(codes);
          if (name === null) return [status, problemResponse(schema, codes)];
          shared.set(name, problemResponse(schema, codes));
          return [status, { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
    components: () => Object.fromEntries([...shared].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** "order_not_found" is `OrderNotFound`; more than two codes have no name worth reading. */
function nameOf(codes: readonly ProblemCode[]): string | null {
  if (codes.length > 2) return null;
  return codes
    .map((code) => code.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
    .join("Or");
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

function problemResponse(schema: Json, codes: readonly ProblemCode[]): Json {
  const [first] = codes;
  const headers = {
    ...(codes.includes("unauthorized") && {
      "WWW-Authenticate": { $ref: "#/components/headers/WwwAuthenticate" },
    }),
    ...(first !== undefined &&
      retried.has(problemStatus(first)) && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${problemText("en", code)}`).join("\n\n"),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      "application/problem+json": { schema, ...(first !== undefined && { example: exampleOf(first) }) },
    },
  };
}

/** Statuses that say when to ask again. */
const retried: ReadonlySet<number> = new Set([429, 503, 504]);

function exampleOf(code: ProblemCode): Json {
  const text = problemText("en", code);
  return {
    type: `urn:wasl:problem:${code}`,
    title: text,
    status: problemStatus(code),
    detail: text,
    code,
    error: text,
    msg: text,
    requestId: "u3nX0y7mB1aQ",
    ...(code === "validation_failed" && {
      fields: [{ path: "lines.0.quantity", code: "required", message: "required" }],
    }),
  };
}
