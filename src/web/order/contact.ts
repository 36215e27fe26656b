/** How a buyer reaches a shop (Spec 2.1): by the contact that it has for its buyers, else by the merchant's own. */
import type { ShopModel } from "#contract/pages.ts";
import { mailLink } from "#core/address/mail-link.ts";

type Way = {
  readonly text: string;
  /** For a link. */
  readonly address: string;
};

/** Telephone and e-mail; null for what the shop has not given. */
export function contactOf({ merchant, merchantContact }: Pick<ShopModel, "merchant" | "merchantContact">): {
  readonly phone: Way | null;
  readonly email: Way | null;
} {
  const phone = merchantContact?.phone || merchant.phone;
  const email = merchantContact?.email || merchant.email;
  return {
    phone: phone ? { text: phone, address: `tel:${phone.replace(/[^\d+]/g, "")}` } : null,
    email: email ? { text: email, address: mailLink(email) } : null,
  };
}
