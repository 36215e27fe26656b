/** Who pays in a merchant's frame: the order's client, else whom the address names (Spec 2.6), else who is asked. */
import { type DialCode, readMobile } from "#core/phone/mobile.ts";
import type { FrameOptions } from "#core/theme/theme.ts";
import { isClientName } from "#core/validators.ts";
import { dialCodeText } from "../forms/dial-code-text.ts";
import { toPayer } from "./main-form.ts";
import type { Payer } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** The order with the address's name and mobile in the places that its client leaves empty. */
export function withFallbackClient(
  order: PaymentOrder,
  { clientName, clientMobile }: Pick<FrameOptions, "clientName" | "clientMobile">,
): PaymentOrder {
  const { client } = order;
  return {
    ...order,
    client: {
      ...client,
      name: client.name.trim() === "" ? clientName : client.name,
      mobile: client.mobile.trim() === "" ? clientMobile : client.mobile,
    },
  };
}

/** Whether the buyer must be asked for name and mobile: every payment needs both (Spec 5). */
export function asksPayer({ client }: Pick<PaymentOrder, "client">, country: DialCode): boolean {
  return !isClientName(client.name) || readMobile(client.mobile, country).kind !== "ok";
}

/** The known payer, as the fields of the main form would give it. */
export function knownPayer(
  order: PaymentOrder,
  country: DialCode,
  form: Pick<Payer, "agreementAccepted" | "channel">,
): Payer {
  const { name, mobile } = order.client;
  const values = { clientName: name, clientMobile: mobile, clientCountry: dialCodeText(country) };
  return toPayer(order, values, form);
}
