/** What the payment info page shows (Spec 2.3): greeting, summary, and the form, the reference that is out, or why there is none. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { BegunPayment, MethodSettings, OpenReference, ShownTerms } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { FieldTable } from "#core/fields.ts";
import type { Language } from "#core/language.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { saudiArabia } from "#core/phone/mobile.ts";
import { isolate } from "#core/text.ts";
import type { Theme } from "#core/theme/theme.ts";
import { allowedMethods, type ReferenceMethod } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import type { TranslateReference } from "#methods/references/reference-texts.ts";
import { Banner } from "../components/banner.tsx";
import { LateStyles } from "../components/late-styles.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PayUntil } from "../components/pay-until.tsx";
import { Seller } from "../components/seller.tsx";
import { namedCountry } from "../forms/country-name.ts";
import { translator } from "../i18n/translator.ts";
import { Island } from "../island/island.tsx";
import type { Standing } from "../order/standing.ts";
import { payableMarks } from "../order/watched.ts";
import { AgreementTerms } from "../payment/agreement-terms.tsx";
import { ClosedNotice } from "../payment/closed-notice.tsx";
import type { ShownMethod } from "../payment/method-list.tsx";
import { type Device, ownWallets, panelsFor, walletsFor } from "../payment/method-order.ts";
import { OpenReferences } from "../payment/open-references.tsx";
import { OrderSummary } from "../payment/order-summary.tsx";
import { timeLeft, toPaymentOrder } from "../payment/payment-order.ts";
import { ShopBar } from "../payment/shop-bar.tsx";
import { shownMethod } from "../payment/shown-method.ts";
import hostedFields from "../styles/hosted-fields.css?inline";
import papers from "../styles/papers.css?inline";
import paymentForm from "../styles/payment-form.css?inline";
import reference from "../styles/payment-reference.css?inline";
import wallets from "../styles/wallets.css?inline";

export function InfoPage(info: Info) {
  const { model, theme, standing, agreement } = info;
  const t = useTranslations("payment");
  const name = model.client?.name?.trim();
  return (
    <PageFrame
      shop={model.merchant}
      logo={<ShopBar order={model} theme={theme} />}
      layout={theme.hideInvoiceSummery ? "info-layout info-narrow" : "info-layout"}
      marks={payableMarks(model, standing)}
    >
      <div className="info-head">
        <h1>
          <bdi>{name ? t("dearClient", { name }) : t("dearBuyer")}</bdi>
        </h1>
        <p>
          {t(standing === "payable" ? "welcome" : "welcomeClosed", {
            shop: isolate(model.merchant.shopName),
          })}
        </p>
      </div>
      {!theme.hideInvoiceSummery && <OrderSummary order={model} />}
      <div className={standing === "payable" ? "info-main info-form" : "info-main"}>
        {standing === "payable" && model.expiryDate !== null && <PayUntil until={model.expiryDate} />}
        <LateStyles sheets={sheetsOf(info)} />
        {standing === "payable" ? (
          <>
            <ReferenceOrForm {...info} />
            {/* The form shows a number at the end of a payment only. */}
            {!info.openReference && <LateStyles sheets={[reference]} />}
          </>
        ) : (
          <ClosedNotice order={model} standing={standing} hidesReceipt={theme.hideVatInvoice} />
        )}
      </div>
      <Seller shop={model} orderNumber={model.orderNumber} />
      <AgreementTerms agreement={agreement} />
    </PageFrame>
  );
}

export type Info = {
  readonly model: OrderPageModel;
  readonly theme: Theme;
  readonly standing: Standing;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  /** Methods whose provider does not answer now, or is slow to. */
  readonly troubled: ReadonlyMap<string, "slow" | "down">;
  readonly emailSignature: string | null;
  /** The bill or account for a transfer that was given out last and can still be paid. */
  readonly openReference: OpenReference | null;
  /** A payment that its buyer has begun and not finished. */
  readonly begun: BegunPayment | null;
  /** The buyer has seen it and wants to pay in another way. */
  readonly seesOtherWays: boolean;
  readonly agreement: ShownTerms | null;
  readonly device: Device;
};

/** What the part below the greeting needs. */
function sheetsOf({ standing, cardSettings, openReference }: Info): readonly string[] {
  if (standing !== "payable") return [paymentForm, papers];
  const shown = openReference ? [reference] : [];
  return [paymentForm, wallets, ...shown, ...(cardSettings.directApi ? [] : [hostedFields])];
}

/** What is out at a bank comes first: a buyer who has paid it already must not be asked to pay again. */
function ReferenceOrForm(info: Info) {
  const { model, openReference: reference, seesOtherWays } = info;
  const { orderNumber } = model;
  if (!reference) return <PayPanel {...info} />;
  if (!seesOtherWays)
    return <Island name="reference" props={{ orderNumber, reference, ...timeLeft(model) }} />;
  return (
    <>
      <OpenReferences orderNumber={orderNumber} references={[reference]} />
      <PayPanel {...info} />
    </>
  );
}

function PayPanel(info: Info) {
  const { model, theme, cardSettings, methodSettings, troubled, emailSignature, begun, device } = info;
  const t = useTranslations("payment");
  const language = useLocale();
  const allowed = allowedMethods(model);
  if (allowed.length === 0) return <p className="no-method">{t("noMethod")}</p>;
  return (
    <>
      <NeedsScript text={t("needsScript")} />
      {begun?.kind === "bank" && <BegunAtBank address={begun.address} />}
      {begun?.kind === "number_over" && <EndedNumber method={begun.method} />}
      <Island
        name="payment"
        props={{
          order: { ...toPaymentOrder(model, emailSignature), ...timeLeft(model) },
          cardSettings,
          methodSettings,
          methods: panelsFor(panelsOf(allowed, language, troubled), device),
          ...begunCodeOf(begun, allowed),
          wallets: walletsFor(allowed, device),
          own: ownWallets(allowed, device.userAgent),
          start: namedCountry(findDialCode(model.client?.countryCode ?? "") ?? saudiArabia, language),
          hidesAddress: theme.hideClientAddress,
          showsMethodSigns: theme.showPaymentMethods,
          ...(theme.hijriDates && { hasHijriDates: true }),
        }}
      />
    </>
  );
}

/** The form below it begins again: that supersedes the first try before it takes anything. */
function BegunAtBank({ address }: { readonly address: string | null }) {
  const t = useTranslations("invoice");
  return (
    <Banner kind="checking" title={t("begunAtBank")}>
      <p>{t("begunHint")}</p>
      {address !== null && (
        <p>
          <a href={address}>{t("goOnAtBank")}</a>
        </p>
      )}
    </Banner>
  );
}

function EndedNumber({ method }: { readonly method: ReferenceMethod }) {
  const t: TranslateReference = useTranslations(method);
  return (
    <Banner kind="expired" title={t("ended")}>
      <p>{t("endedHint")}</p>
    </Banner>
  );
}

/** For the form: where the method is still to be had. */
function begunCodeOf(begun: BegunPayment | null, allowed: readonly PaymentMethod<MethodId>[]) {
  const method = begun?.kind === "code" && allowed.find(({ id }) => id === begun.method);
  if (begun?.kind !== "code" || !method) return {};
  const { session, mobileEnd, triesLeft, secondsAgo } = begun;
  return { begunCode: { ...session, mobileEnd, triesLeft, secondsAgo, method: method.id } };
}

/** The methods with a panel, in the order of the catalogue: the first is the default one (Spec 2.3). */
function panelsOf(
  methods: readonly PaymentMethod<MethodId>[],
  language: Language,
  troubled: Info["troubled"],
): ShownMethod[] {
  const troubleOf = (id: MethodId): Pick<ShownMethod, "trouble"> => {
    const trouble = troubled.get(id);
    return trouble === undefined ? {} : { trouble: translator(language, "errors")(troubleTexts[trouble]) };
  };
  return methods
    .filter(({ surface }) => surface === "panel")
    .map(({ id, fields, isInstalments }) => ({
      ...shownMethod(id, language),
      ...(isInstalments && { isInstalments }),
      ...troubleOf(id),
      kept: keptFields(fields),
    }));
}

/** Not among the texts of the form, which each page carries: it is rare. */
const troubleTexts = { slow: "methodSlow", down: "methodFailing" } as const;

/** Neither what is private nor one-time codes, the fields that do not always apply: those are of no use later. */
function keptFields(fields: FieldTable): string[] {
  return Object.entries(fields).flatMap(([name, { appliesWhen, isPrivate }]) =>
    appliesWhen || isPrivate ? [] : [name],
  );
}
