/** American Express as the server's list of methods has it: the gateway's account for it. */
import { gatewayMethod } from "../card-gateway.ts";
import { amexCalls } from "./calls.ts";

const account = {
  prefix: "MPGS_AMEX",
  simulated: {
    merchantId: "TESTWASLAMEX",
    password: "simulator-amex-password",
    webhookSecret: "simulator-webhook-secret-amex-01",
  },
};

export const amexServer = gatewayMethod({ id: "mpgs-amex", method: "amex" }, account, amexCalls);
