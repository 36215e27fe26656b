/** STC Pay as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import { stcPayCalls } from "./calls.ts";
import { createStcPayProvider } from "./provider.ts";
import { type StcPaySettings, stcPayFromEnvironment, stcPaySettings, stcPayTestMark } from "./settings.ts";

export const stcpayServer: MethodServer<StcPaySettings> = {
  settings: stcPaySettings,
  fromEnvironment: stcPayFromEnvironment,
  testAccountMark: stcPayTestMark,
  createProvider: createStcPayProvider,
  calls: stcPayCalls,
};
