/**
 * Where the forms of signing in are mounted: bodies of forms are read, changes come from our own pages alone, and a refusal is a
 * page, except for the requests of the app.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Problem, problemStatus } from "#core/problem.ts";
import { problemOf, sendProblem } from "../http/problems.ts";
import { noteRefusal } from "../log/refusals.ts";
import { requireOwnOrigin } from "../people/own-origin.ts";
import type { Services } from "../services.ts";
import { formLanguage, formTexts, put, sendForm } from "./form-page.ts";

type FormServices = Pick<Services, "config" | "log">;

/**
 * Mounts routes of forms.
 * @param bodyLimit bytes
 */
export function mountForms(
  app: FastifyInstance,
  { config, log }: FormServices,
  { bodyLimit, routes }: { readonly bodyLimit: number; readonly routes: (scope: FastifyInstance) => void },
): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit });
    scope.addHook("onRequest", async (request) => {
      if (request.method !== "GET" && request.method !== "HEAD") requireOwnOrigin(request, config);
    });
    scope.setErrorHandler((error, request, reply) => {
      const problem = problemOf(error, log, request);
      return isOfScript(request)
        ? sendProblem(problem, request, reply)
        : sendRefusal(problem, request, reply);
    });
    routes(scope);
  });
}

/** The requests of the app send and take JSON; a browser that sends a form says neither. */
function isOfScript({ headers }: FastifyRequest): boolean {
  return [headers["content-type"], headers.accept].some((text) => text?.startsWith("application/json"));
}

/** Why it did not work and where to begin again. Nothing that was sent is repeated. */
function sendRefusal(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, retryAfterSeconds } = problem;
  noteRefusal(request, { code });
  const { refused, signIn } = formTexts[formLanguage(request)];
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const fault =
    code === "rate_limited"
      ? put(signIn.wait, { minutes: Math.ceil((retryAfterSeconds ?? 60) / 60) })
      : refused.text;
  const body = `<p class="way"><a href="/sign-in">${refused.back}</a></p>`;
  return sendForm(request, reply, { title: refused.title, fault, body, self: null }, problemStatus(code));
}
