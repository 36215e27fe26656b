/** Of an invoice: from whom it is and to whom (Spec 2.1). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { SimplifiedTaxInvoice } from "#contract/pages.ts";
import { contactOf } from "../order/contact.ts";
import { placesIn } from "../order/seller-in.ts";
import { OwnWords } from "./own-words.tsx";

export type OrderProps = { readonly order: OrderPageModel };

export type PaperProps = OrderProps & { readonly taxInvoice: SimplifiedTaxInvoice | null };

export function FromBlock({ order, taxInvoice }: PaperProps) {
  const t = useTranslations("invoice");
  const { merchant } = order;
  const language = useLocale();
  const places = taxInvoice?.seller.address ? [taxInvoice.seller.address] : placesIn(order, language);
  const vatNumber = taxInvoice ? taxInvoice.seller.vatNumber : merchant.vatNumber;
  const { email, phone } = contactOf(order);
  return (
    <section className="party">
      <h2>{t("from")}</h2>
      <p className="party-name">
        <OwnWords text={merchant.shopName} />
      </p>
      {taxInvoice && taxInvoice.seller.name !== merchant.shopName && (
        <p>
          <OwnWords text={taxInvoice.seller.name} />
        </p>
      )}
      {places.map((place) => (
        <p key={place}>
          <OwnWords text={place} />
        </p>
      ))}
      {/* A tax invoice is in Arabic; English readers find the same beside it, as on its PDF. */}
      {language === "en" && taxInvoice?.seller.inEnglish.map((text) => <p key={text}>{text}</p>)}
      <dl className="contact">
        {email && <ContactLine label={t("email")} text={email.text} href={email.address} />}
        {phone && <ContactLine label={t("phone")} text={phone.text} href={phone.address} />}
        {taxInvoice?.seller.commercialRegistration && (
          <ContactLine label={t("commercialRegistration")} text={taxInvoice.seller.commercialRegistration} />
        )}
        {vatNumber && <ContactLine label={t("vatNumber")} text={vatNumber} />}
      </dl>
    </section>
  );
}

export function ToBlock({ order, taxInvoice }: PaperProps) {
  const t = useTranslations("invoice");
  const name = taxInvoice?.buyer?.name ?? order.client?.name?.trim();
  const mobile = order.client?.mobile?.trim();
  const { vatNumber, address } = taxInvoice?.buyer ?? { vatNumber: null, address: null };
  if (!name && !mobile && !vatNumber) return null;
  return (
    <section className="party">
      <h2>{t("to")}</h2>
      {name && (
        <p className="party-name">
          <OwnWords text={name} />
        </p>
      )}
      {address && (
        <p>
          <OwnWords text={address} />
        </p>
      )}
      <dl className="contact">
        {mobile && <ContactLine label={t("mobile")} text={mobile} />}
        {vatNumber && <ContactLine label={t("vatNumber")} text={vatNumber} />}
      </dl>
    </section>
  );
}

/** Numbers and addresses read left to right inside Arabic, too. */
function ContactLine(props: { readonly label: string; readonly text: string; readonly href?: string }) {
  const text = <bdi dir="ltr">{props.text}</bdi>;
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.href === undefined ? text : <a href={props.href}>{text}</a>}</dd>
    </div>
  );
}
