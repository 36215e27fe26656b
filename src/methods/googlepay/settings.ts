/** What Google Pay needs: the account of the cards at the gateway, and the shop's registration with Google. */
import { z } from "zod";
import { asking } from "../account-settings.ts";
import { cardServer } from "../card/server.ts";
import { type GatewaySettings, gatewaySettings } from "../card-gateway.ts";
import { readVariable } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type GooglePaySettings = {
  readonly gateway: GatewaySettings;
  /** TEST gives tokens that cannot be charged. */
  readonly environment: "TEST" | "PRODUCTION";
  /** From Google's business console; Google asks for it in PRODUCTION only. */
  readonly merchantId: string | null;
  /** The script of Google's client. Pages execute it. */
  readonly scriptUrl: string;
  /** The addresses that it talks to, with blanks between them; absent for a simulated one. */
  readonly scriptTalksTo?: string;
};

const scriptUrl = "https://pay.google.com/gp/p/js/pay.js";

/** Google's payment client asks its own origin and two addresses that lead there. */
const scriptTalksTo = "https://pay.google.com https://google.com/pay https://www.google.com/pay";
const merchantId = z.string().regex(/^[A-Za-z0-9]{8,32}$/);

const ask = asking(ar, en);

/** Settings that a merchant stored. The script is Google's: there is no address in them. */
export const googlePaySettings: z.ZodType<GooglePaySettings> = z
  .strictObject({
    gateway: gatewaySettings,
    environment: z.enum(["TEST", "PRODUCTION"]).default("PRODUCTION"),
    merchantId: ask(merchantId.nullable().default(null), { name: "merchantId", kind: "text" }),
  })
  .refine((stored) => stored.environment === "TEST" || stored.merchantId !== null, { path: ["merchantId"] })
  .transform((stored) => ({ ...stored, scriptUrl, scriptTalksTo }));

/**
 * The installation's settings: `GOOGLE_PAY_ENVIRONMENT` (TEST or PRODUCTION), in PRODUCTION also
 * `GOOGLE_PAY_MERCHANT_ID`, and those of the cards.
 * @param simulatorUrl where the simulators are; their sheet is opened when no environment is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function googlePayFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): GooglePaySettings | null {
  const named = readVariable(environment, "GOOGLE_PAY_ENVIRONMENT");
  if (named === undefined && simulatorUrl === null) return null;
  const gateway = cardServer.fromEnvironment(environment, simulatorUrl);
  if (gateway === null)
    throw new Error(
      "GOOGLE_PAY_ENVIRONMENT needs MPGS_MERCHANT_ID: Google Pay is paid through the card gateway.",
    );
  if (named === undefined) {
    const simulated = `${simulatorUrl}/googlepay/gp/p/js/pay.js`;
    return { gateway, environment: "TEST", merchantId: null, scriptUrl: simulated };
  }
  if (named !== "TEST" && named !== "PRODUCTION")
    throw new Error("GOOGLE_PAY_ENVIRONMENT must be TEST or PRODUCTION.");
  if (named === "TEST" && environment["WASL_ENV"] === "live")
    throw new Error("In the live environment GOOGLE_PAY_ENVIRONMENT must be PRODUCTION.");
  const id = readVariable(environment, "GOOGLE_PAY_MERCHANT_ID") ?? null;
  if (named === "PRODUCTION" && !merchantId.safeParse(id).success)
    throw new Error("GOOGLE_PAY_MERCHANT_ID must be the merchant id of Google's business console.");
  return { gateway, environment: named, merchantId: id, scriptUrl, scriptTalksTo };
}
