/**
 * Who sells, at the end of every page on which is paid: a name, a place, a number, a tax number, and the rules of
 * returning what was bought. What the merchant has not given is left out.
 */
import { useLocale, useTranslations } from "use-intl/react";
import type { ShopModel } from "#contract/pages.ts";
import { contactOf } from "../order/contact.ts";
import { legalNameIn, placesIn } from "../order/seller-in.ts";
import { addresses } from "../routes.ts";
import { OwnWords } from "./own-words.tsx";

type SellerProps = {
  readonly shop: ShopModel;
  /** Of a page on which an order is paid: there it can be compared with what the system has. */
  readonly orderNumber?: string;
};

export function Seller({ shop, orderNumber }: SellerProps) {
  const t = useTranslations("invoice");
  const { merchant, seller } = shop;
  const language = useLocale();
  const legalName = legalNameIn(shop, language);
  const { phone, email } = contactOf(shop);
  return (
    <section className="seller" aria-labelledby="seller">
      <h2 id="seller">{t("seller")}</h2>
      <p>
        <OwnWords text={merchant.shopName} />
      </p>
      {legalName !== null && legalName !== merchant.shopName && (
        <p>
          <OwnWords text={legalName} />
        </p>
      )}
      {placesIn(shop, language)
        .toReversed()
        .map((place) => (
          <p key={place}>
            <OwnWords text={place} />
          </p>
        ))}
      {seller.registration && (
        <p>
          {t(seller.registration.scheme === "CRN" ? "commercialRegistration" : "registration")}{" "}
          <bdi dir="ltr">{seller.registration.value}</bdi>
        </p>
      )}
      {merchant.vatNumber && (
        <p>
          {t("vatNumber")} <bdi dir="ltr">{merchant.vatNumber}</bdi>
        </p>
      )}
      <ul>
        {phone && (
          <li>
            <a href={phone.address} aria-label={`${t("phone")}: ${phone.text}`}>
              <bdi dir="ltr">{phone.text}</bdi>
            </a>
          </li>
        )}
        {seller.whatsapp && (
          <li>
            <a href={`https://wa.me/${seller.whatsapp.slice(1)}`} target="_blank" rel="noopener">
              {t("whatsapp")}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={email.address} aria-label={`${t("email")}: ${email.text}`}>
              <bdi dir="ltr">{email.text}</bdi>
            </a>
          </li>
        )}
        <li>
          <a href={seller.returnsUrl ?? addresses.salesTerms} target="_blank" rel="noopener">
            {t("returns")}
          </a>
        </li>
        {orderNumber !== undefined && (
          <li>
            <a href={addresses.verify(orderNumber)} target="_blank" rel="noopener">
              {t("checkPage")}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
