/** mada, Visa and Mastercard as the server's list of methods has them: the gateway's account for cards. */
import {
  createGatewayProvider,
  type GatewaySettings,
  gatewayFromEnvironment,
  gatewaySettings,
  gatewayTestMark,
} from "../card-gateway.ts";
import type { MethodServer } from "../payment-method.ts";
import { madaOrCreditCard } from "./brand-rules.ts";
import { cardCalls } from "./calls.ts";

export const cardServer: MethodServer<GatewaySettings> = {
  settings: gatewaySettings,
  fromEnvironment: (environment, simulatorUrl) =>
    gatewayFromEnvironment(environment, simulatorUrl, {
      prefix: "MPGS",
      simulated: {
        merchantId: "TESTWASL",
        password: "simulator-card-password",
        webhookSecret: "simulator-webhook-secret-cards-1",
      },
    }),
  testAccountMark: gatewayTestMark,
  createProvider: (settings, ports) =>
    createGatewayProvider(settings, ports, { id: "mpgs-cards", method: "card", brandRule: madaOrCreditCard }),
  calls: cardCalls,
};
