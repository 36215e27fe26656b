/**
 * Refusals as Paylink's clients read them: they show `detail`, else `title`, else `error`, and take every status but 200
 * for a failure. Wrong fields are named in `detail`, by the names that the client knows.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem, type ProblemField } from "#core/problem.ts";
import { problemBody } from "../http/problems.ts";
import { requestLanguage } from "../http/request-language.ts";
import { noteRefusal } from "../log/refusals.ts";

/** Statuses by which we tell refusals apart and they do not. */
const asBadRequest: ReadonlySet<number> = new Set([409, 410, 422]);

/** Sends a refusal. */
export function sendPaylinkRefusal(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  noteRefusal(request, { code: problem.code });
  const body = problemBody(problem, requestLanguage(request), request.id);
  const status = asBadRequest.has(body.status) ? 400 : body.status;
  const fields = problem.fields?.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const detail = fields?.length ? fields.join("; ") : body.detail;
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return reply
    .status(status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify({ ...body, status, detail, error: detail, msg: detail }));
}

/** Fields of our own contract, and what Paylink calls them. */
const nameOfField: Readonly<Record<string, string>> = {
  externalOrderNumber: "orderNumber",
  callbackUrl: "callBackUrl",
  allowedMethods: "supportedCardBrands",
  discount: "products",
  "client.name": "clientName",
  "client.mobile": "clientMobile",
  "client.countryCode": "clientMobile",
  "client.email": "clientEmail",
};

const nameOfPart: Readonly<Record<string, string>> = {
  unitPrice: "price",
  quantity: "qty",
  vatRate: "specificVat",
  vatExemption: "specificVat",
};

/**
 * The same refusal with the names of Paylink's fields.
 * @param products which product each line was; null for a line of ours
 */
export function inTheirNames(problem: Problem, products: readonly (number | null)[]): Problem {
  if (!problem.fields) return problem;
  const rename = (field: ProblemField): ProblemField => {
    const [, line, part = ""] = /^lines\.(\d+)\.(\w+)/.exec(field.path) ?? [];
    if (line === undefined) {
      const known = Object.entries(nameOfField).find(([own]) => `${field.path}.`.startsWith(`${own}.`));
      return { ...field, path: known?.[1] ?? field.path };
    }
    const product = products[Number(line)] ?? null;
    const path = product === null ? "amount" : `products.${product}.${nameOfPart[part] ?? part}`;
    return { ...field, path };
  };
  const { retryAfterSeconds } = problem;
  const rest = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new Problem(problem.code, { ...rest, fields: problem.fields.map(rename) });
}
