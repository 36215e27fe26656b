/**
 * One place turns everything that is thrown into a reply: a Problem by its table, a parser's or framework's refusal
 * by its status, and anything else into a 500 with only the request's id.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import type { ProblemReply } from "#contract/common.ts";
import type { Language } from "#core/language.ts";
import type { Log } from "#core/ports.ts";
import { isProblem, Problem, type ProblemCode, type ProblemField, problemStatus } from "#core/problem.ts";
import { databaseOutage, isTransient } from "#db/outage.ts";
import { limitText } from "../limits/limit-text.ts";
import { noteRefusal } from "../log/refusals.ts";
import { declineText, problemText } from "../texts/texts.ts";
import { rememberMethods } from "./allowed-methods.ts";
import { requestLanguage } from "./request-language.ts";

/** The body of a refusal in the reader's language. */
export function problemBody(problem: Problem, language: Language, requestId: string): ProblemReply {
  const text = problem.reason
    ? declineText(language, problem.reason)
    : (limitText(language, problem) ?? problemText(language, problem.code));
  return {
    type: `urn:wasl:problem:${problem.code}`,
    title: problemText("en", problem.code),
    status: problemStatus(problem.code),
    detail: text,
    code: problem.code,
    // The pages of the specification look for the text under these two names.
    error: text,
    msg: text,
    requestId,
    ...(problem.reason && { reason: problem.reason }),
    ...(problem.fields && { fields: [...problem.fields] }),
    ...(problem.retryAfterSeconds !== undefined && { retryAfter: problem.retryAfterSeconds }),
    ...(problem.otherMethods && { otherMethods: [...problem.otherMethods] }),
  };
}

/** Makes every error, unknown address and wrong method of an app answer with a problem. Before any route. */
export function mountProblems(app: FastifyInstance, log: Log): void {
  const methodsOf = rememberMethods(app);
  app.setErrorHandler((error, request, reply) => sendProblem(problemOf(error, log, request), request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(new Problem("not_found"), request, reply);
    return sendProblem(new Problem("method_not_allowed"), request, reply.header("allow", methods.join(", ")));
  });
}

/** Turns an error into a problem and logs it; for scopes that write their refusals in another form. */
export function problemOf(error: unknown, log: Log, request: FastifyRequest): Problem {
  const problem = asProblem(error, log, request);
  tellUndeclared(problem, log, request);
  return problem;
}

/**
 * A refusal that the contract does not name for its call (contract/call-problems.ts) is a gap of the contract. The caller
 * is refused all the same; the logs of tests take no such line.
 */
function tellUndeclared({ code }: Problem, log: Log, request: FastifyRequest): void {
  const { problems } = request.routeOptions.config;
  if (problems === undefined || problems.has(code)) return;
  log.error("undeclared_problem", { requestId: request.id, route: request.routeOptions.url, code });
}

/** Sends a problem as `application/problem+json`, never cached. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  noteRefusal(request, { code: problem.code });
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return reply
    .status(problemStatus(problem.code))
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problemBody(problem, requestLanguage(request), request.id)));
}

/** Framework errors with a problem of their own, by the framework's code. */
const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_json",
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_json",
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
};

/** PostgreSQL's refusals of texts that it cannot store, such as one with a zero byte, as text and in JSON. */
const unstorableTexts: ReadonlySet<unknown> = new Set(["22021", "22P05"]);

/** Half a pair of surrogates within JSON has the code of every text that cannot be read; only its detail speaks of Unicode. */
function isUnstorable(error: unknown): boolean {
  const { code, detail } = Object(error) as { readonly code?: unknown; readonly detail?: unknown };
  return unstorableTexts.has(code) || (code === "22P02" && String(detail).startsWith("Unicode "));
}

function asProblem(error: unknown, log: Log, request: FastifyRequest): Problem {
  if (isProblem(error)) {
    if (error.detail !== undefined)
      log.info("refused", { requestId: request.id, code: error.code, detail: error.detail });
    return error;
  }
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error);
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known !== undefined) return new Problem(known);
  if (isUnstorable(error)) return new Problem("validation_failed");
  // The server of files forbids paths out of its folder.
  if (statusCode === 403 || statusCode === 404) return new Problem("not_found");
  // secure-json-parse refuses __proto__ keys with a bare SyntaxError of status 400.
  if (statusCode === 400) return new Problem("malformed_json");
  if (statusCode === 429) return new Problem("rate_limited", { retryAfterSeconds: 60 });
  // Of two that were in each other's way the one that is refused has done nothing, and may come again.
  const outage = databaseOutage(error) ?? (isTransient(error) ? "busy" : null);
  if (outage !== null) {
    const { code: sqlState, message } = error as Error & { readonly code?: string };
    log.error("database_away", {
      requestId: request.id,
      route: request.routeOptions.url,
      outage,
      sqlState,
      message,
    });
    return new Problem("service_unavailable", { retryAfterSeconds: 5 });
  }
  const reply = misfits(error);
  log.error("failed", {
    ...{ requestId: request.id, route: request.routeOptions.url, error },
    ...(reply.length > 0 && { reply }),
  });
  return new Problem("internal");
}

/** Of a reply that its contract does not take: where it does not, "items.0.state invalid_value", without what is there. */
function misfits(error: unknown): string[] {
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  if (code !== "FST_ERR_RESPONSE_SERIALIZATION" || !(cause instanceof z.core.$ZodError)) return [];
  return cause.issues.slice(0, 20).map((issue) => `${issue.path.join(".")} ${issue.code}`);
}

function validationProblem(error: { validation: readonly unknown[] }): Problem {
  const fields = error.validation.slice(0, 20).map((item): ProblemField => {
    const { instancePath, keyword } = item as { instancePath?: string; keyword?: string };
    return {
      path: (instancePath ?? "").replace(/^\//, "").replaceAll("/", "."),
      code: keyword ?? "invalid",
      // What was sent is never repeated; the words are the library's fixed ones.
      message: keyword === "unrecognized_keys" ? "unknown field" : "invalid or missing",
    };
  });
  return new Problem("validation_failed", { fields });
}
