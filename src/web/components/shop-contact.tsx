/** How the buyer reaches a shop from a page on which nothing can be paid: by WhatsApp, telephone, e-mail. */
import type { ShopModel } from "#contract/pages.ts";
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { contactOf } from "../order/contact.ts";

type ShopContactProps = {
  readonly shop: ShopModel;
  /** What the button for WhatsApp says. */
  readonly label: string;
  /** What the message begins with. */
  readonly message: string;
  /** Of the button for WhatsApp: "other" where another way on comes first. */
  readonly rank?: "main" | "other";
};

export function ShopContact({ shop, label, message, rank = "main" }: ShopContactProps) {
  const { phone, email } = contactOf(shop);
  const whatsApp = shop.seller.whatsapp ?? (phone && mobileOf(phone.text));
  const text = encodeURIComponent(message);
  return (
    <>
      {whatsApp !== null && (
        <a
          className={rank === "main" ? "button button-primary" : "button"}
          href={`https://wa.me/${whatsApp.replace("+", "")}?text=${text}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {label}
        </a>
      )}
      {phone && (
        <a className="button" href={phone.address}>
          <bdi dir="ltr">{phone.text}</bdi>
        </a>
      )}
      {email && (
        <a className="button" href={`${email.address}?body=${text}`}>
          <bdi dir="ltr">{email.text}</bdi>
        </a>
      )}
    </>
  );
}

/** A shop's telephone may well be a mobile that has WhatsApp; a landline has none. */
function mobileOf(phone: string): string | null {
  const mobile = readMobile(phone, saudiArabia);
  return mobile.kind === "ok" ? mobile.e164 : null;
}
