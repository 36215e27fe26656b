/** Tabby as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import type { PaymentProvider } from "../payment-method.ts";
import { tabbyCalls } from "./calls.ts";
import { createTabbyProvider } from "./provider.ts";
import { type TabbySettings, tabbyFromEnvironment, tabbySettings, tabbyTestMark } from "./settings.ts";

export const tabbyServer: MethodServer<TabbySettings, PaymentProvider> = {
  settings: tabbySettings,
  fromEnvironment: tabbyFromEnvironment,
  testAccountMark: tabbyTestMark,
  createProvider: createTabbyProvider,
  publicSettings: ({ infoUrl, publicKey, merchantCode }) => ({ frameUrl: infoUrl, publicKey, merchantCode }),
  calls: tabbyCalls,
};
