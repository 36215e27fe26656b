/** The public call of mada, Visa and Mastercard (Spec 7). */
import { openGatewayCall } from "../open-gateway.ts";
import type { MethodCall } from "../payment-method.ts";

export const cardCalls: readonly MethodCall[] = [openGatewayCall("POST /rest/pay/openGateway")];
