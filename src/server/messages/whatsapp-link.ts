/** A link that opens WhatsApp on the shop's own phone, with a text that has the invoice's address in it. */
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";
import { fill } from "../notifications/mail-page.ts";
import { addressOn } from "./message-receiver.ts";
import { messageTexts, shortAmount } from "./message-texts.ts";

/**
 * The link, as WhatsApp documents it: the whole number in digits, or none, and WhatsApp asks for the contact.
 * @param of `amount` in minor units of `currency`
 */
export function whatsappLink(
  of: {
    readonly webUrl: string;
    readonly orderNumber: string;
    readonly amount: Minor;
    readonly currency: string;
    readonly mobile: string | null;
  },
  language: Language,
): string {
  const words = {
    amount: shortAmount(of.amount, of.currency, language),
    link: `${of.webUrl}/pay/order/${of.orderNumber}?lang=${language}`,
  };
  const text = fill(messageTexts[language].share, words, (word) => word);
  const number = addressOn("whatsapp", { email: null, mobile: of.mobile, language })?.slice(1) ?? "";
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
