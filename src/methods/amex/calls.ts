/** The public call of American Express (Spec 7). */

import type { MethodCall } from "../method-server.ts";
import { openGatewayCall } from "../open-gateway.ts";

export const amexCalls: readonly MethodCall[] = [openGatewayCall("POST /rest/pay/openAmexGateway")];
