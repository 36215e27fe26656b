/** mada, Visa and Mastercard as the server's list of methods has them: the gateway's account for cards. */
import { gatewayMethod } from "../card-gateway.ts";
import { cardCalls } from "./calls.ts";

const account = {
  prefix: "MPGS",
  simulated: {
    merchantId: "TESTWASL",
    password: "simulator-card-password",
    webhookSecret: "simulator-webhook-secret-cards-1",
  },
};

export const cardServer = gatewayMethod({ id: "mpgs-cards", method: "card" }, account, cardCalls);
