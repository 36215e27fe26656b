/** Routes below a merchant: the password is checked first, then the path, and a Refusal becomes an error answer. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Refusal } from "#sim/refusal.ts";
import { refusal, serverBusy, serverFailed } from "./errors.ts";
import { createAuthenticator, type MerchantProfile } from "./profiles.ts";
import type { Owner } from "./sessions.ts";

const merchantPath = "/api/rest/version/:version/merchant/:merchantId";
const identifier = z.string().regex(/^[\x21-\x7e]{1,40}$/);
const pathSchema = z.object({
  version: z.string().regex(/^\d{2,3}$/),
  merchantId: z.string(),
  sessionId: z.string().default(""),
  orderId: identifier.default("-"),
  transactionId: identifier.default("-"),
});
/** Older versions spell the 3-D Secure results differently. */
const oldestVersion = 60;

/** One authenticated call of a merchant. */
export type MerchantCall = {
  readonly request: FastifyRequest;
  readonly profile: MerchantProfile;
  readonly owner: Owner;
  readonly path: z.infer<typeof pathSchema>;
  readonly baseUrl: string;
  readonly call: Call;
};

type MerchantRoute = {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly operation: (body: unknown) => string;
  /** May throw a Refusal. */
  readonly work: (merchant: MerchantCall) => Answer | Promise<Answer>;
  /** The fault that a value in the request calls for. A route with it takes delays inside its work. */
  readonly magic?: (
    merchant: Omit<MerchantCall, "call">,
  ) => { readonly fault: string; readonly delayMs?: number } | null;
};

export type AddRoute = (route: MerchantRoute) => void;

/** Gives the function that adds a merchant's route, and makes unreadable requests answer as the gateway does. */
export function createMerchantRoutes(
  app: FastifyInstance,
  tools: SimulatorTools,
  profiles: readonly MerchantProfile[],
): AddRoute {
  const authenticate = createAuthenticator(profiles);
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const isOurs = error.statusCode === undefined || error.statusCode >= 500;
    const unreadable = refusal("The request cannot be read", { status: error.statusCode ?? 400 });
    const work = () => (isOurs ? serverFailed(tools.ids.digits(12)) : unreadable.answer);
    return tools.serve({ request, reply, operation: "UNREADABLE", work });
  });

  return (route) => {
    app.route({
      method: route.method,
      url: `${merchantPath}${route.path}`,
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        const operation = route.operation(request.body);
        const refuse = ({ answer }: Refusal) =>
          tools.serve({ request, reply, operation, work: () => answer });
        const path = pathSchema.safeParse(request.params);
        if (!path.success) return refuse(refusal("The address is not valid"));
        const profile = authenticate(request.headers.authorization, path.data.merchantId);
        if (profile === null) return refuse(refusal("Invalid credentials", { status: 401 }));
        if (Number(path.data.version) < oldestVersion)
          return refuse(refusal("This API version is not supported"));
        const merchant = {
          request,
          profile,
          owner: { merchantId: profile.merchantId, apiVersion: path.data.version },
          path: path.data,
          baseUrl: tools.baseUrl(request),
        };
        return tools.serve({
          request,
          reply,
          operation,
          outage: (status) => outage(tools, status),
          magic: route.magic?.(merchant) ?? null,
          pausesInside: route.magic !== undefined,
          work: (call) => route.work({ ...merchant, call }),
        });
      },
    });
  };
}

/** The gateway's own answer when it is broken or busy. */
export function outage(tools: SimulatorTools, status: 500 | 503): Answer {
  return status === 500 ? serverFailed(tools.ids.digits(12)) : serverBusy();
}
