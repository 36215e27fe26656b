/**
 * The console's host (docs/decisions/0107): its forms, its app and the calls of merchants by people who are signed in. Nothing of
 * the buyers' pages answers there, and nothing of this elsewhere.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Me } from "#contract/people.ts";
import { onConsoleHost } from "../http/console-host.ts";
import { consoleHeaders } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import type { SecurityLog } from "../log/security-log.ts";
import { type MountCalls, mountMerchantApiOfPeople } from "../merchant-api/mount-merchant-api.ts";
import { mountPolicyReports } from "../pages/policy-reports.ts";
import { readMe } from "../people/me.ts";
import { sessionToken } from "../people/session-cookie.ts";
import { findSession } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { mountConsoleApp } from "./app-page.ts";
import { mountChangePassword } from "./change-password.ts";
import { compressAnswers } from "./compress-answers.ts";
import { mountInvitations } from "./invitation-routes.ts";
import { mountNewShop } from "./new-shop-routes.ts";
import { mountOwnAddresses } from "./own-address-routes.ts";
import { mountPasskeys } from "./passkey-routes.ts";
import { mountPasswordForms } from "./password-routes.ts";
import { mountProving } from "./prove-routes.ts";
import { mountReset } from "./reset-routes.ts";
import { mountSecondFactor } from "./second-factor-routes.ts";
import { mountSignIn } from "./sign-in-routes.ts";
import { mountSignUp } from "./sign-up-routes.ts";

export type ConsoleParts = {
  readonly security: SecurityLog;
  /** Folder of the build; null for an app without pages. */
  readonly distDir: string | null;
  /** The app comes from its sources, not from the build. */
  readonly isDeveloped: boolean;
  /** Calls of the merchant API whose folders are above it. */
  readonly furtherCalls: readonly MountCalls[];
};

async function readOwnMe(services: Services, request: FastifyRequest): Promise<Me | null> {
  const token = sessionToken(request, services.config);
  const session = token === null ? null : await findSession(services, token);
  return session === null ? null : await readMe(services, session);
}

/** Mounts all of it, where the console has an address. */
export function mountConsole(
  app: FastifyInstance,
  services: Services,
  { security, distDir, isDeveloped, furtherCalls }: ConsoleParts,
): void {
  if (services.config.consoleUrl === null) return;
  void app.register(async (scope) => {
    onConsoleHost(scope);
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers(consoleHeaders);
    });
    // The guides stand beside the calls that they are about, on the server's own host.
    scope.get("/docs", (request, reply) =>
      reply.redirect(`${services.config.serverUrl}/docs?lang=${requestLanguage(request)}`, 302),
    );
    void scope.register(async (calls) => {
      mountMerchantApiOfPeople(calls, services, furtherCalls);
      compressAnswers(calls);
    });
    void scope.register(async (reports) => mountPolicyReports(reports, security));
    mountSignIn(scope, services);
    mountPasswordForms(scope, services);
    mountChangePassword(scope, services);
    mountReset(scope, services);
    mountSecondFactor(scope, services);
    mountPasskeys(scope, services);
    mountProving(scope, services);
    mountInvitations(scope, services);
    mountSignUp(scope, services);
    mountNewShop(scope, services);
    mountOwnAddresses(scope, services);
    if (distDir !== null)
      await mountConsoleApp(scope, {
        distDir,
        isDeveloped,
        me: (request) => readOwnMe(services, request),
        webUrl: services.config.webUrl,
      });
  });
}
