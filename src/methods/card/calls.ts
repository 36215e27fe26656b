/** The public call of mada, Visa and Mastercard (Spec 7). */

import type { MethodCall } from "../method-server.ts";
import { openGatewayCall } from "../open-gateway.ts";

export const cardCalls: readonly MethodCall[] = [openGatewayCall("POST /rest/pay/openGateway")];
