/** American Express as the server's list of methods has it: the gateway's account for it. */
import {
  createGatewayProvider,
  type GatewaySettings,
  gatewayFromEnvironment,
  gatewaySettings,
  gatewayTestMark,
} from "../card-gateway.ts";
import type { MethodServer } from "../payment-method.ts";
import { americanExpressOnly } from "./brand-rule.ts";
import { amexCalls } from "./calls.ts";

export const amexServer: MethodServer<GatewaySettings> = {
  settings: gatewaySettings,
  fromEnvironment: (environment, simulatorUrl) =>
    gatewayFromEnvironment(environment, simulatorUrl, {
      prefix: "MPGS_AMEX",
      simulated: {
        merchantId: "TESTWASLAMEX",
        password: "simulator-amex-password",
        webhookSecret: "simulator-webhook-secret-amex-01",
      },
    }),
  testAccountMark: gatewayTestMark,
  createProvider: (settings, ports) =>
    createGatewayProvider(settings, ports, {
      id: "mpgs-amex",
      method: "amex",
      brandRule: americanExpressOnly,
    }),
  calls: amexCalls,
};
