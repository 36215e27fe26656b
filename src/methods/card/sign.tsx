/** The schemes that the order takes, mada first (rule of the scheme in Saudi Arabia). */
import type { AllowedFlags } from "#contract/order.ts";
import { BrandMark } from "./brand-mark.tsx";

export function CardSign({ allowed }: { readonly allowed: AllowedFlags }) {
  return (
    <>
      {allowed.isMadaAllowed && <BrandMark brand="mada" />}
      {allowed.isCreditCardAllowed && <BrandMark brand="visa" />}
      {allowed.isCreditCardAllowed && <BrandMark brand="mastercard" />}
    </>
  );
}
