/** The panel of Tamara: the account's mobile and e-mail, an address, and the four parts (Spec 2.3). */
import { useImperativeHandle } from "react";
import { useTranslations } from "use-intl/react";
import { callsOf } from "#web/browser/api.ts";
import { emailInput, fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import { useForm } from "#web/forms/use-form.ts";
import type { PanelProps, Payer, PayOutcome } from "#web/payment/panel.ts";
import { isAnyMissing } from "../buyer-fields/missing-fields.ts";
import { SaudiMobileField } from "../buyer-fields/saudi-mobile-field.tsx";
import { InstalmentPlan } from "../instalments/instalment-plan.tsx";
import type { TamaraCalls } from "./calls.ts";
import { authorize } from "./client.ts";
import { tamara } from "./method.ts";

/** The fields that the toast of Spec 8 speaks of. */
const { tamaraMobile, tamaraEmail } = tamara.fields;

export function TamaraPanel({ ref, order, onToast, hasHijriDates }: PanelProps) {
  const t = useTranslations("tamara");
  const form = useForm(() => tamara.fields);
  const field = fieldsOf<keyof typeof tamara.fields>(form, t);

  const check = (): string | null => {
    if (isAnyMissing({ tamaraMobile, tamaraEmail }, form.values())) onToast(t("enterMobileAndEmail"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const values = form.values();
    const outcome = await authorize(callsOf<TamaraCalls>(), {
      payer,
      mobile: values["tamaraMobile"] ?? "",
      email: values["tamaraEmail"] ?? "",
      city: values["tamaraCity"] ?? "",
      line1: values["tamaraLine1"] ?? "",
    });
    if (outcome.kind !== "rejected") return outcome;
    const field = outcome.reason === "phone_number" ? { field: "tamaraMobile" } : {};
    return { kind: "failed", text: t(`tamara_${outcome.reason}`), ...field };
  };
  const mobile = (): string => form.values()["tamaraMobile"] ?? "";
  useImperativeHandle(ref, () => ({ check, pay, mobile }));

  return (
    <div {...form.root} className="card-form">
      <p className="field-hint">{t("intro")}</p>
      <SaudiMobileField {...field("tamaraMobile")} label={t("mobile")} clientMobile={order.client.mobile} />
      <TextField {...field("tamaraEmail")} label={t("email")} {...emailInput} required />
      <TextField
        {...field("tamaraCity")}
        label={t("city")}
        required
        autoComplete="address-level2"
        maxLength={100}
      />
      <TextField
        {...field("tamaraLine1")}
        label={t("line1")}
        required
        autoComplete="address-line1"
        maxLength={200}
      />
      <InstalmentPlan
        total={order.total}
        currency={order.currencyName}
        title={t("planTitle")}
        due={(months) => (months === 0 ? t("planToday") : t("planLater", { months }))}
        hasHijriDates={hasHijriDates}
      />
    </div>
  );
}
