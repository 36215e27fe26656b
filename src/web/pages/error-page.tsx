/** The three pages on which a payment ends before it began (Spec 2.9). They take no parameters and show both languages. */
import { useTranslations } from "use-intl/react";
import { directionOf, languages } from "#core/language.ts";
import * as timing from "#core/timing.ts";
import { Icon } from "../components/icon.tsx";
import * as icons from "../components/icon-paths.ts";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
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
    return {
      status: 200,
      title: (language) => translator(language, "errors")("title"),
      body: (
        <PageFrame logo={<ProductLogo />} layout="notice-layout">
          <ErrorNotice reason={reason} />
        </PageFrame>
      ),
    };
  },
};

function isReason(text: string): text is Reason {
  return Object.hasOwn(reasons, text);
}

/** Appears after one second, as the specification has it; at once where motion is unwanted. */
function ErrorNotice({ reason }: { readonly reason: Reason }) {
  const t = useTranslations("common");
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
      <a className="button" href={addresses.home}>
        {t("backToHome")}
      </a>
    </section>
  );
}
