/** UR Pay as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import type { PaymentProvider } from "../payment-method.ts";
import { urpayCalls } from "./calls.ts";
import { createUrpayProvider } from "./provider.ts";
import { type UrpaySettings, urpayFromEnvironment, urpaySettings, urpayTestMark } from "./settings.ts";

export const urpayServer: MethodServer<UrpaySettings, PaymentProvider> = {
  settings: urpaySettings,
  fromEnvironment: urpayFromEnvironment,
  testAccountMark: urpayTestMark,
  createProvider: createUrpayProvider,
  calls: urpayCalls,
};
