/** The panel of Tabby: the account's mobile and e-mail, the four parts, and the window about Tabby (Spec 2.3). */
import { useImperativeHandle, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { FieldTable } from "#core/fields.ts";
import { isTabbyName } from "#core/validators.ts";
import { callsOf } from "#web/browser/api.ts";
import { emailInput, fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import { useForm } from "#web/forms/use-form.ts";
import type { PanelProps, Payer, PayOutcome } from "#web/payment/panel.ts";
import { isAnyMissing } from "../buyer-fields/missing-fields.ts";
import { SaudiMobileField } from "../buyer-fields/saudi-mobile-field.tsx";
import { InstalmentPlan } from "../instalments/instalment-plan.tsx";
import type { TabbyCalls } from "./calls.ts";
import { authorize } from "./client.ts";
import { infoAddress } from "./info-address.ts";
import { InfoDialog } from "./info-dialog.tsx";
import { latinName } from "./latin-name.ts";
import { tabby } from "./method.ts";

/** Spec 5: the name as Tabby takes it. The server's own rule is the same. */
const fieldsWithName = {
  ...tabby.fields,
  tabbyName: {
    requiredKey: "englishNameOnly",
    rules: [{ isMet: isTabbyName, textKey: "englishNameOnly" }],
  },
} satisfies FieldTable;

export function TabbyPanel({
  ref,
  order,
  payerName = order.client.name,
  onToast,
  settings,
  hasHijriDates,
}: PanelProps) {
  const t = useTranslations("tabby");
  const language = useLocale();
  /** What to begin the name with in letters that Tabby takes, once the buyer's own is not such a name (Spec 5). */
  const [latin, setLatin] = useState(() => (isTabbyName(payerName) ? null : latinName(payerName)));
  const form = useForm(() => (latin === null ? tabby.fields : fieldsWithName));
  const field = fieldsOf<keyof typeof fieldsWithName>(form, t);
  const [isInfoOpen, setInfoOpen] = useState(false);

  const check = (): string | null => {
    if (isAnyMissing(tabby.fields, form.values())) onToast(t("enterMobileAndEmail"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const { tabbyMobile: mobile = "", tabbyEmail: email = "", tabbyName } = form.values();
    const clientName = tabbyName?.trim() || payer.clientName;
    const outcome = await authorize(callsOf<TabbyCalls>(), {
      payer: { ...payer, clientName },
      mobile,
      email,
      language,
    });
    if (outcome.kind === "name") {
      onToast(t("englishNameOnly"));
      setLatin((shown) => shown ?? latinName(payer.clientName));
      form.show([{ field: "tabbyName", textKey: "englishNameOnly" }]);
      return { kind: "fields", field: "tabbyName" };
    }
    // Spec 8: reasons are shown through the key "tabby_" and the reason.
    if (outcome.kind === "rejected") return { kind: "failed", text: t(`tabby_${outcome.reason}`) };
    return outcome;
  };
  const mobile = (): string => form.values()["tabbyMobile"] ?? "";
  useImperativeHandle(ref, () => ({ check, pay, mobile }));

  const plan = (
    <InstalmentPlan
      total={order.total}
      currency={order.currencyName}
      title={t("planTitle")}
      due={(months) => (months === 0 ? t("planToday") : t("planLater", { months }))}
      hasHijriDates={hasHijriDates}
    />
  );
  return (
    <div {...form.root} className="card-form">
      <p className="field-hint">{t("intro")}</p>
      <SaudiMobileField {...field("tabbyMobile")} label={t("mobile")} clientMobile={order.client.mobile} />
      <TextField {...field("tabbyEmail")} label={t("email")} {...emailInput} required />
      {latin !== null && (
        <TextField
          {...field("tabbyName")}
          label={t("latinName")}
          hint={t("latinNameHint")}
          required
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={100}
          dir="ltr"
          defaultValue={latin}
        />
      )}
      {plan}
      <button type="button" className="text-button" onClick={() => setInfoOpen(true)}>
        {t("moreInfo")}
      </button>
      {isInfoOpen && (
        <InfoDialog
          address={infoAddress(settings, order, language, window.location.origin)}
          onClose={() => setInfoOpen(false)}
        >
          {plan}
        </InfoDialog>
      )}
    </div>
  );
}
