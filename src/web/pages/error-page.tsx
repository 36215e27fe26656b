/**
 * The three pages on which a payment ends before it began (Spec 2.9), in both languages. They are whole without
 * parameters; with the number of an order they keep its shop, and lead on: to another card, or to who can send a link.
 */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { directionOf, languages } from "#core/language.ts";
import { readMobile, saudiArabia } from "#core/mobile.ts";
import * as timing from "#core/timing.ts";
import { Icon } from "../components/icon.tsx";
import * as icons from "../components/icon-paths.ts";
import { MerchantLogo, ProductLogo } from "../components/merchant-logo.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import { errorOrder } from "../navigation.ts";
import type { Page } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import tokens from "../styles/tokens.css?inline";
import { notFoundPage } from "./not-found.tsx";

/** Last part of the address → text and drawing. */
const reasons = {
  "expired-qr": { text: "expiredQr", icon: icons.clock },
  "not-allowed-country": { text: "notAllowedCountry", icon: icons.alert },
  "s3d-not-enabled": { text: "s3dNotEnabled", icon: icons.lock },
} as const satisfies Record<string, { text: string; icon: string }>;

/** Spec 2.9: shown after a second. */
const lateNotice =
  `@media (prefers-reduced-motion:no-preference){.notice-late{animation:appear .3s ${timing.errorPageDelayMs}ms both}}` +
  "@keyframes appear{from{opacity:0}}";

type Reason = keyof typeof reasons;

export const errorPage: Page = {
  styles: [tokens, base, lateNotice],
  load: async (context) => {
    const reason = context.params["reason"] ?? "";
    if (!isReason(reason)) return notFoundPage.load(context);
    const orderNumber = readOrderNumber(context.request.url.searchParams.get(errorOrder) ?? "");
    const found = orderNumber === null ? null : await context.services.loadOrder(orderNumber);
    const order = found?.model ?? null;
    return {
      status: 200,
      title: (language) => translator(language, "errors")("title"),
      ...(found && { theme: found.theme }),
      body: (
        <PageFrame
          logo={order ? <MerchantLogo merchant={order.merchant} /> : <ProductLogo />}
          layout="notice-layout"
        >
          <ErrorNotice reason={reason} order={order} />
        </PageFrame>
      ),
    };
  },
};

function isReason(text: string): text is Reason {
  return Object.hasOwn(reasons, text);
}

/** Appears after one second, as the specification has it; at once where motion is unwanted. */
function ErrorNotice({ reason, order }: { readonly reason: Reason; readonly order: OrderPageModel | null }) {
  const { text, icon } = reasons[reason];
  return (
    <section className="notice-panel notice-late">
      <Icon path={icon} className="notice-icon" />
      {languages.map((language, index) => {
        const Text = index === 0 ? "h1" : "p";
        return (
          <Text key={language} className="notice-text" lang={language} dir={directionOf(language)}>
            {translator(language, "errors")(text)}
          </Text>
        );
      })}
      <WayOn reason={reason} order={order} />
    </section>
  );
}

function WayOn({ reason, order }: { readonly reason: Reason; readonly order: OrderPageModel | null }) {
  const t = useTranslations("errors");
  const common = useTranslations("common");
  if (!order)
    return (
      <a className="button" href={addresses.home}>
        {common("backToHome")}
      </a>
    );
  if (reason === "s3d-not-enabled")
    return (
      <a className="button button-primary" href={addresses.info(order.orderNumber)}>
        {t("otherCard")}
      </a>
    );
  return (
    <>
      <ShopContact order={order} />
      {reason === "not-allowed-country" && (
        <a className="button" href={addresses.info(order.orderNumber)}>
          {t("reload")}
        </a>
      )}
    </>
  );
}

/** Whom to ask: by WhatsApp where the number is a Saudi mobile, by telephone, by e-mail. */
function ShopContact({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("errors");
  const { merchant, merchantContact, orderNumber } = order;
  const phone = merchantContact?.phone || merchant.phone;
  const mobile = readMobile(phone, saudiArabia);
  const email = merchantContact?.email || merchant.email;
  const shop = merchant.shopName;
  const request = encodeURIComponent(t("linkRequest", { shop, orderNumber }));
  return (
    <>
      <p>{t("askShop", { shop })}</p>
      {mobile.kind === "ok" && (
        <a
          className="button button-primary"
          href={`https://wa.me/${mobile.e164.replace("+", "")}?text=${request}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t("whatsApp")}
        </a>
      )}
      {phone && (
        <a className="button" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}
      {email && (
        <a className="button" href={`mailto:${email}?body=${request}`}>
          <bdi dir="ltr">{email}</bdi>
        </a>
      )}
    </>
  );
}
