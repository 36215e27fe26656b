/** Addresses of the simulated issuer: where the fragments post to, and the challenge page. */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { readChallengeRequest } from "./acs-fragments.ts";
import { challengePage, pageLanguage, returnPage, unknownChallengePage } from "./acs-pages.ts";
import { type Challenge, completeChallenge, completeMethod, findChallenge } from "./challenges.ts";
import { challengeChoices } from "./issuer.ts";
import type { Gateway } from "./records.ts";

const formSchema = z.object({
  creq: z.string().optional(),
  threeDSMethodData: z.string().optional(),
  choice: z.enum(challengeChoices).optional(),
});
const idSchema = z.object({ id: z.string() });
const querySchema = z.object({ lang: z.string().optional() });

type AcsParts = { readonly app: FastifyInstance; readonly tools: SimulatorTools; readonly gateway: Gateway };

/** Adds the issuer's routes. They need no password: the transaction id in the address is random. */
export function registerAcs(app: FastifyInstance, tools: SimulatorTools, gateway: Gateway): void {
  registerFragmentTargets({ app, tools, gateway });
  registerChallenge({ app, tools, gateway });
}

/** Where the HTML fragments post to: the method call, and the way into the challenge. */
function registerFragmentTargets({ app, tools, gateway }: AcsParts): void {
  const find = (text: string | undefined): Challenge | null => {
    const serverTransactionId = readChallengeRequest(text);
    return serverTransactionId === null ? null : findChallenge(gateway, serverTransactionId);
  };

  app.post("/acs/:scheme/v2/method", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_METHOD",
      work() {
        const challenge = find(formOf(request).threeDSMethodData);
        const answer = { contentType: "text/plain; charset=utf-8", body: "" };
        if (challenge === null) return { ...answer, status: 404, note: "unknown method call" };
        completeMethod(gateway, challenge);
        return { ...answer, status: 200, note: "method call" };
      },
    }),
  );

  // The challenge has an address of its own, so that reloading it is harmless.
  app.post("/acs/:scheme/v2/prompt", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_CHALLENGE",
      work() {
        const challenge = find(formOf(request).creq);
        if (challenge === null) return unknownChallengePage(pageLanguage(undefined, null));
        return { status: 303, headers: { location: challengePath(tools, request, challenge) }, body: "" };
      },
    }),
  );
}

function registerChallenge({ app, tools, gateway }: AcsParts): void {
  const find = (request: FastifyRequest) => findChallenge(gateway, idSchema.parse(request.params).id);
  const show = (request: FastifyRequest, challenge: Challenge | null): Answer => {
    const language = pageLanguage(querySchema.parse(request.query).lang, challenge);
    const authentication = challenge?.transaction.authentication;
    if (challenge === null || authentication?.redirectResponseUrl === undefined)
      return unknownChallengePage(language);
    if (authentication.status === "AUTHENTICATION_PENDING") {
      return challengePage(challenge, challengePath(tools, request, challenge), language);
    }
    return returnPage(challenge, language, gateway.sessions.keyOf(authentication.sessionId ?? ""));
  };

  app.get("/acs/challenge/:id", (request, reply) =>
    tools.serve({ request, reply, operation: "ACS_CHALLENGE", work: () => show(request, find(request)) }),
  );

  app.post("/acs/challenge/:id", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_CHALLENGE",
      work() {
        const challenge = find(request);
        const { choice } = formOf(request);
        if (challenge === null || choice === undefined) return show(request, challenge);
        return show(request, completeChallenge(gateway, challenge, choice));
      },
    }),
  );
}

function formOf(request: FastifyRequest): z.infer<typeof formSchema> {
  return formSchema.safeParse(request.body).data ?? {};
}

function challengePath(tools: SimulatorTools, request: FastifyRequest, challenge: Challenge): string {
  const id = challenge.transaction.authentication?.serverTransactionId ?? "";
  return `${new URL(tools.baseUrl(request)).pathname}/acs/challenge/${id}`;
}
