/**
 * A simulator of the Mastercard Gateway (MPGS), version 100 of its REST-JSON protocol, for development and tests.
 * It speaks the gateway's paths, bodies and errors over HTTP, remembers sessions, orders and transactions, plays the
 * issuer's 3-D Secure pages, and serves a stand-in of the hosted-fields script.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - tokens, VERIFY, payment options inquiry, standalone captures and refunds, UPDATE_AUTHORIZATION, disbursements;
 * - hosted checkout, the ThreeDS browser library, calls authenticated by a session id, client certificates, NVP;
 * - 3-D Secure 1, app and requestor-initiated channels, exemptions, decoupled authentication;
 * - decryption of wallet tokens: any token of the right outer shape is taken;
 * - risk rules other than "3-D Secure demanded", address verification, surcharges, instalments, currency conversion;
 * - chargebacks, settlement batches (only the day's end that closes VOID), funding status, statements;
 * - gift cards, direct debits and drop-down fields in the hosted fields, their locales and hidden messages;
 * - webhook addresses other than loopback (the real gateway demands https), and their exact retry times;
 * - texts of explanations and the exact HTTP status of rare errors, which are not public.
 */

import { defineSimulator, type Simulator, type SimulatorTools } from "#sim/kit.ts";
import { registerAcs } from "./acs-routes.ts";
import { describeMpgs } from "./description.ts";
import { registerHostedFields } from "./hosted-fields.ts";
import { createMerchantRoutes, outage } from "./merchant-routes.ts";
import { defaultProfiles, type MerchantProfile } from "./profiles.ts";
import { challengeKeySchema, type Gateway, orderSchema } from "./records.ts";
import { registerOrders, registerSessions } from "./rest-api.ts";
import { createSessions, type Session } from "./sessions.ts";

export type MpgsSimulatorOptions = {
  /** Merchants that may call; the cards and the American Express profile of `defaultProfiles` by default. */
  readonly profiles?: readonly MerchantProfile[];
};

/** The simulated card gateway, to be mounted under `/mpgs`. */
export function mpgsSimulator(options: MpgsSimulatorOptions = {}): Simulator {
  const profiles = options.profiles ?? defaultProfiles;
  return defineSimulator({
    name: "mpgs",
    describe: () => describeMpgs(profiles),
    register(app, tools) {
      const gateway = createGateway(tools);
      const addRoute = createMerchantRoutes(app, tools, profiles);
      registerSessions(addRoute, gateway);
      registerOrders(addRoute, gateway);
      registerHostedFields(app, tools, gateway, profiles);
      registerAcs(app, tools, gateway);
      app.get("/api/rest/version/:version/information", (request, reply) =>
        tools.serve({
          request,
          reply,
          operation: "INFORMATION",
          outage: (status) => outage(tools, status),
          work: () => ({ status: 200, body: { gatewayVersion: "26.9.0", status: "OPERATING" } }),
        }),
      );
    },
  });
}

function createGateway(tools: SimulatorTools): Gateway {
  const { clock, ids, ledger } = tools;
  return {
    takes: tools.visitors === "strangers" ? "test cards" : "any card",
    clock,
    ids,
    ledger,
    sessions: createSessions({ clock, ids, store: tools.store<Session>({ name: "sessions" }) }),
    // At full speed a measurement must not forget orders before they can be asked about again.
    orders: tools.store({ name: "orders", persist: orderSchema, limit: 250_000 }),
    challenges: tools.store({ name: "challenges", persist: challengeKeySchema }),
  };
}
