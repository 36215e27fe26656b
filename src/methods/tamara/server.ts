/** Tamara as the server's list of methods has it. */
import type { MethodServer } from "../method-server.ts";
import type { PaymentProvider } from "../payment-method.ts";
import { tamaraCalls } from "./calls.ts";
import { createTamaraProvider } from "./provider.ts";
import { type TamaraSettings, tamaraFromEnvironment, tamaraSettings, tamaraTestMark } from "./settings.ts";

export const tamaraServer: MethodServer<TamaraSettings, PaymentProvider> = {
  settings: tamaraSettings,
  fromEnvironment: tamaraFromEnvironment,
  testAccountMark: tamaraTestMark,
  createProvider: createTamaraProvider,
  calls: tamaraCalls,
};
