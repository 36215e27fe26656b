/** Addresses of the simulated issuer: where the fragments post to, and the challenge page. */

import type { FastifyInstance } from "fastify";
import { z } from "zod";
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

/** Adds the issuer's routes. They need no password: the transaction id in the address is random. */
export function registerAcs(app: FastifyInstance, tools: SimulatorTools, gateway: Gateway): void {
  const found = (text: unknown): Challenge | null => {
    const serverTransactionId = readChallengeRequest(text);
    return serverTransactionId === null ? null : findChallenge(gateway, serverTransactionId);
  };
  const form = (body: unknown) => formSchema.safeParse(body ?? {}).data ?? {};
  const pathOf = (baseUrl: string, challenge: Challenge) =>
    `${new URL(baseUrl).pathname}/acs/challenge/${challenge.transaction.authentication?.serverTransactionId ?? ""}`;
  const show = (challenge: Challenge | null, lang: unknown, path: (challenge: Challenge) => string) => {
    const language = pageLanguage(lang, challenge);
    const authentication = challenge?.transaction.authentication;
    if (challenge === null || authentication?.redirectResponseUrl === undefined)
      return unknownChallengePage(language);
    if (authentication.status === "AUTHENTICATION_PENDING")
      return challengePage(challenge, path(challenge), language);
    return returnPage(challenge, language, gateway.sessions.keyOf(authentication.sessionId ?? ""));
  };

  app.post("/acs/:scheme/v2/method", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_METHOD",
      work() {
        const challenge = found(form(request.body).threeDSMethodData);
        if (challenge !== null) completeMethod(gateway, challenge);
        const isKnown = challenge !== null;
        return {
          status: isKnown ? 200 : 404,
          contentType: "text/plain",
          body: "",
          note: isKnown ? "method call" : "unknown",
        };
      },
    }),
  );

  // The challenge is posted here by the fragment and shown under its own address, so that reloading is harmless.
  app.post("/acs/:scheme/v2/prompt", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_CHALLENGE",
      work() {
        const challenge = found(form(request.body).creq);
        if (challenge === null) return unknownChallengePage(pageLanguage(undefined, null));
        return {
          status: 303,
          headers: { location: pathOf(tools.baseUrl(request), challenge) },
          body: "",
          note: "challenge",
        };
      },
    }),
  );

  app.get("/acs/challenge/:id", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_CHALLENGE",
      work: () =>
        show(
          findChallenge(gateway, idSchema.parse(request.params).id),
          querySchema.parse(request.query).lang,
          (challenge) => pathOf(tools.baseUrl(request), challenge),
        ),
    }),
  );

  app.post("/acs/challenge/:id", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "ACS_CHALLENGE",
      work() {
        const challenge = findChallenge(gateway, idSchema.parse(request.params).id);
        const { choice } = form(request.body);
        const after =
          challenge === null || choice === undefined
            ? challenge
            : completeChallenge(gateway, challenge, choice);
        return show(after, querySchema.parse(request.query).lang, (each) =>
          pathOf(tools.baseUrl(request), each),
        );
      },
    }),
  );
}
