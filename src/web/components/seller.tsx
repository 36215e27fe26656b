/**
 * Who sells, at the end of every page on which is paid: a name, a place, a number, a tax number, and the rules of
 * returning what was bought. What the merchant has not given is left out.
 */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { addresses } from "../routes.ts";

export function Seller({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { merchant, merchantContact } = order;
  const places = [merchantContact?.address1, merchantContact?.city].filter((place) => place?.trim());
  const phone = merchantContact?.phone || merchant.phone;
  const email = merchantContact?.email || merchant.email;
  return (
    <section className="seller" aria-labelledby="seller">
      <h2 id="seller">{t("seller")}</h2>
      <p>
        <bdi>{merchant.shopName}</bdi>
      </p>
      {places.map((place) => (
        <p key={place}>
          <bdi>{place}</bdi>
        </p>
      ))}
      {merchant.vatNumber && (
        <p>
          {t("vatNumber")} <bdi dir="ltr">{merchant.vatNumber}</bdi>
        </p>
      )}
      <ul>
        {phone && (
          <li>
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} aria-label={`${t("phone")}: ${phone}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`} aria-label={`${t("email")}: ${email}`}>
              <bdi dir="ltr">{email}</bdi>
            </a>
          </li>
        )}
        <li>
          <a href={addresses.salesTerms} target="_blank" rel="noopener">
            {t("returns")}
          </a>
        </li>
      </ul>
    </section>
  );
}
