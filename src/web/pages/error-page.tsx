/**
 * The three pages on which a payment ends before it began (Spec 2.9), in both languages. They are whole without
 * parameters; with an order or a product link they keep its shop, and lead on: to another card, or to who can send a link.
 */
import { useLocale, useTranslations } from "use-intl/react";
import type { ShopModel } from "#contract/pages.ts";
import type { ThemeModel } from "#contract/settings.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { directionOf, otherLanguage } from "#core/language.ts";
import { isolate } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import { errorLink, errorOrder } from "../browser/navigation.ts";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NoticePanel } from "../components/notice-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { ShopContact } from "../components/shop-contact.tsx";
import { translator } from "../i18n/translator.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { standingOf } from "../order/standing.ts";
import type { Page, PageContext } from "../page.ts";
import { addresses, productAddress } from "../routes.ts";
import base from "../styles/base.css?inline";
import errorStyles from "../styles/error-page.css?inline";
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
  styles: [tokens, base, errorStyles, lateNotice],
  load: async (context) => {
    const reason = context.params["reason"] ?? "";
    if (!isReason(reason)) return notFoundPage.load(context);
    const about = await loadAbout(context);
    return {
      status: 200,
      title: (language) => translator(language, "errors")("title"),
      ...(about && { theme: about.theme }),
      body: (
        <PageFrame
          shop={about?.shop.merchant ?? null}
          logo={about ? <ShopLogo merchant={about.shop.merchant} /> : <ProductLogo />}
          layout="notice-layout"
        >
          <ErrorNotice reason={reason} about={about} />
        </PageFrame>
      ),
    };
  },
};

/** What the buyer came from: an order or a product link. */
type About = {
  readonly shop: ShopModel;
  readonly theme: ThemeModel;
  readonly address: string;
} & (
  | {
      readonly orderNumber: string;
      /** It can be paid by now, since its shop has given it more time. */
      readonly isOpen: boolean;
      /** Whether its shop has been asked for a fresh link; null where it cannot be. */
      readonly isRenewalAsked: boolean | null;
    }
  | { readonly productTitle: string; readonly isOpen: boolean }
);

async function loadAbout({ request, services }: PageContext): Promise<About | null> {
  const asked = request.url.searchParams;
  const orderNumber = readOrderNumber(asked.get(errorOrder) ?? "");
  if (orderNumber !== null) {
    const found = await services.loadOrder(orderNumber);
    if (!found) return null;
    const { model, theme } = found;
    const standing = standingOf(model, Date.now());
    const mayAsk = standing === "expired" && model.isApiOrder;
    return {
      shop: model,
      theme,
      address: addresses.info(orderNumber),
      orderNumber,
      isOpen: standing === "payable",
      isRenewalAsked: mayAsk ? await services.isRenewalAsked(orderNumber) : null,
    };
  }
  const link = await services.loadProductLink(asked.get(errorLink) ?? "");
  if (!link) return null;
  const { shop, theme } = link;
  const isOpen = link.kind === "open";
  const { linkIdentity } = isOpen ? link.model : link;
  const productTitle = isOpen ? link.model.product.title : link.productTitle;
  return { shop, theme, address: productAddress(linkIdentity), productTitle, isOpen };
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(reasons, text);
}

type NoticeProps = { readonly reason: Reason; readonly about: About | null };

/** In both languages, the page's own first. Appears after one second, as the specification has it; at once where motion is unwanted. */
function ErrorNotice({ reason, about }: NoticeProps) {
  const { text, icon } = reasons[reason];
  const language = useLocale();
  return (
    <NoticePanel icon={icon} className="notice-late">
      {[language, otherLanguage(language)].map((said, index) => {
        const Text = index === 0 ? "h1" : "p";
        return (
          <Text key={said} className="notice-text" lang={said} dir={directionOf(said)}>
            {translator(said, "errors")(text)}
          </Text>
        );
      })}
      <WayOn reason={reason} about={about} />
    </NoticePanel>
  );
}

function WayOn({ reason, about }: NoticeProps) {
  const t = useTranslations("errors");
  const common = useTranslations("common");
  if (!about)
    return (
      <a className="button" href={addresses.home}>
        {common("backToHome")}
      </a>
    );
  if (reason === "s3d-not-enabled")
    return (
      <a className="button button-primary" href={about.address}>
        {t("otherCard")}
      </a>
    );
  const shop = isolate(about.shop.merchant.shopName);
  if (reason === "not-allowed-country") return <FromElsewhere about={about} shop={shop} />;
  const message =
    "orderNumber" in about
      ? t("linkRequest", { shop, orderNumber: about.orderNumber })
      : t("productRequest", { shop, product: isolate(about.productTitle) });
  // It may have got more time since.
  if (about.isOpen)
    return (
      <a className="button button-primary" href={about.address}>
        {t("reload")}
      </a>
    );
  const isAsked = "orderNumber" in about ? about.isRenewalAsked : null;
  return (
    <>
      {"orderNumber" in about && isAsked === false && <AskForLink orderNumber={about.orderNumber} />}
      {isAsked === true && (
        <p role="status" className="notice-done">
          <Icon path={icons.check} /> {t("linkAsked", { shop })}
        </p>
      )}
      <p>{t(isAsked === null ? "askShop" : "orAskShop", { shop })}</p>
      <ShopContact
        shop={about.shop}
        label={t("whatsApp")}
        message={message}
        rank={isAsked === null ? "main" : "other"}
      />
    </>
  );
}

/** One press tells the shop; a form, so that it needs no script. */
function AskForLink({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("errors");
  return (
    <form method="post" action={`/rest/pay/askRenewal/${orderNumber}`}>
      <input type="hidden" name="lang" value={useLocale()} />
      <button type="submit" className="button button-primary">
        {t("newLink")}
      </button>
    </form>
  );
}

/** Another link would not open from this country either: the buyer tries again without VPN, or asks. */
function FromElsewhere({ about, shop }: { readonly about: About; readonly shop: string }) {
  const t = useTranslations("errors");
  const message =
    "orderNumber" in about
      ? t("orderQuestion", { shop, orderNumber: about.orderNumber })
      : t("productQuestion", { shop, product: isolate(about.productTitle) });
  return (
    <>
      <a className="button button-primary" href={about.address}>
        {t("reload")}
      </a>
      <p>{t("orAskShop", { shop })}</p>
      <ShopContact shop={about.shop} label={t("askByWhatsApp")} message={message} rank="other" />
    </>
  );
}
