/**
 * The console's host (docs/decisions/0107): its forms, its app and the calls of merchants by people who are signed in. Nothing of
 * the buyers' pages answers there, and nothing of this elsewhere.
 */
import type { FastifyInstance } from "fastify";
import { onConsoleHost } from "../http/console-host.ts";
import { consoleHeaders } from "../http/policies.ts";
import type { SecurityLog } from "../log/security-log.ts";
import { mountMerchantApiOfPeople } from "../merchant-api/mount-merchant-api.ts";
import { mountPolicyReports } from "../pages/policy-reports.ts";
import type { Services } from "../services.ts";
import { mountInvitations } from "./invitation-routes.ts";
import { mountPasswordForms } from "./password-routes.ts";
import { mountReset } from "./reset-routes.ts";
import { mountSecondFactor } from "./second-factor-routes.ts";
import { mountSignIn } from "./sign-in-routes.ts";

/** Mounts all of it, where the console has an address. */
export function mountConsole(app: FastifyInstance, services: Services, security: SecurityLog): void {
  if (services.config.consoleUrl === null) return;
  void app.register(async (scope) => {
    onConsoleHost(scope);
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers(consoleHeaders);
    });
    void scope.register(async (calls) => mountMerchantApiOfPeople(calls, services));
    void scope.register(async (reports) => mountPolicyReports(reports, security));
    mountSignIn(scope, services);
    mountPasswordForms(scope, services);
    mountReset(scope, services);
    mountSecondFactor(scope, services);
    mountInvitations(scope, services);
  });
}
