/** Google Pay as the server's list of methods has it. */
import { gatewayTestMark } from "../card-gateway.ts";
import { createDeviceWalletProvider } from "../device-wallets/provider.ts";
import type { MethodServer } from "../method-server.ts";
import { googlePayCalls } from "./calls.ts";
import { type GooglePaySettings, googlePayFromEnvironment, googlePaySettings } from "./settings.ts";

export const googlePayServer: MethodServer<GooglePaySettings> = {
  settings: googlePaySettings,
  fromEnvironment: googlePayFromEnvironment,
  testAccountMark: ({ gateway, environment }) =>
    gatewayTestMark(gateway) ?? (environment === "PRODUCTION" ? null : "its environment is TEST"),
  createProvider: ({ gateway }, ports) =>
    createDeviceWalletProvider(gateway, ports, {
      id: "mpgs-googlepay",
      walletProvider: "GOOGLE_PAY",
      // PAN_ONLY is the card's own number.
      numbers: "device or card",
    }),
  // The gateway's merchant id says for whom Google encrypts the token; it must be the account that the token goes to.
  publicSettings: ({ environment, merchantId, scriptUrl, scriptTalksTo, gateway }) => ({
    environment,
    scriptUrl,
    ...(scriptTalksTo !== undefined && { scriptTalksTo }),
    gatewayMerchantId: gateway.merchantId,
    ...(merchantId !== null && { merchantId }),
  }),
  calls: googlePayCalls,
};
