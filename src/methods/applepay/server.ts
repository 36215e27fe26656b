/** Apple Pay as the server's list of methods has it. */
import { gatewayTestMark } from "../card-gateway.ts";
import { createDeviceWalletProvider } from "../device-wallets/provider.ts";
import type { MethodServer } from "../method-server.ts";
import { applePayCalls, validationPath } from "./calls.ts";
import {
  type ApplePaySettings,
  appleHostFile,
  applePayFromEnvironment,
  applePaySettings,
} from "./settings.ts";
import { createMerchantValidation } from "./validate-merchant.ts";

export const applePayServer: MethodServer<ApplePaySettings> = {
  settings: applePaySettings,
  fromEnvironment: applePayFromEnvironment,
  testAccountMark: ({ gateway, apple }) =>
    gatewayTestMark(gateway) ??
    (apple.servers.kind === "production" ? null : `it asks Apple's ${apple.servers.kind}`),
  createProvider: ({ gateway, apple }, ports) => ({
    ...createDeviceWalletProvider(gateway, ports, {
      id: "mpgs-applepay",
      walletProvider: "APPLE_PAY",
      numbers: "device",
    }),
    validateMerchant: createMerchantValidation(apple, ports),
  }),
  calls: applePayCalls,
  validationPath,
  hostFile: appleHostFile,
};
