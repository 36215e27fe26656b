/** The public call of American Express (Spec 7). */
import { openGatewayCall } from "../open-gateway.ts";
import type { MethodCall } from "../payment-method.ts";

export const amexCalls: readonly MethodCall[] = [openGatewayCall("POST /rest/pay/openAmexGateway")];
