/** A2A as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import type { PagelessProvider } from "../payment-method.ts";
import type { TransferReply } from "../reference-replies.ts";
import { a2aCalls } from "./calls.ts";
import { createA2aProvider } from "./provider.ts";
import { type A2aSettings, a2aFromEnvironment, a2aSettings, a2aTestMark } from "./settings.ts";

export const a2aServer: MethodServer<A2aSettings, PagelessProvider, TransferReply> = {
  settings: a2aSettings,
  fromEnvironment: a2aFromEnvironment,
  testAccountMark: a2aTestMark,
  createProvider: createA2aProvider,
  calls: a2aCalls,
};
