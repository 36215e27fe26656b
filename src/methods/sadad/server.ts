/** SADAD as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import type { PagelessProvider } from "../payment-method.ts";
import type { BillReply } from "../reference-replies.ts";
import { sadadCalls } from "./calls.ts";
import { createSadadProvider } from "./provider.ts";
import { type SadadSettings, sadadFromEnvironment, sadadSettings, sadadTestMark } from "./settings.ts";

export const sadadServer: MethodServer<SadadSettings, PagelessProvider, BillReply> = {
  settings: sadadSettings,
  fromEnvironment: sadadFromEnvironment,
  testAccountMark: sadadTestMark,
  createProvider: createSadadProvider,
  calls: sadadCalls,
};
