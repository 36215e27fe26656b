/** The panel of SADAD: who the bill is for; afterwards the bill takes the place of the form (Spec 2.3, 4). */
import { useImperativeHandle, useState } from "react";
import { useLocale, useMessages, useTranslations } from "use-intl/react";
import { callsOf } from "#web/browser/api.ts";
import { fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { Texts } from "#web/i18n/texts.tsx";
import type { PanelProps, Payer, PayOutcome } from "#web/payment/panel.ts";
import { knownMobile, splitName } from "../buyer-fields/known-buyer.ts";
import { KnownFields } from "../buyer-fields/known-fields.tsx";
import { isAnyMissing } from "../buyer-fields/missing-fields.ts";
import { SaudiMobileField } from "../buyer-fields/saudi-mobile-field.tsx";
import { BillSummary } from "../references/bill-summary.tsx";
import type { SadadCalls } from "./calls.ts";
import { authorize } from "./client.ts";
import { sadad } from "./method.ts";

export function SadadPanel({ ref, order, payerName = order.client.name, onToast }: PanelProps) {
  const t = useTranslations("sadad");
  const language = useLocale();
  const messages = useMessages();
  const form = useForm(() => sadad.fields);
  // Of the opening: what is in the fields does not change under the buyer's hands.
  const [names] = useState(() => splitName(payerName));
  const mobileText = knownMobile(order.client.mobile);
  const field = fieldsOf<keyof typeof sadad.fields>(form, t);

  const check = (): string | null => {
    if (isAnyMissing(sadad.fields, form.values())) onToast(t("enterMobileAndEmail"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const values = form.values();
    const outcome = await authorize(callsOf<SadadCalls>(), {
      payer,
      mobile: values["sadadMobile"] ?? "",
      nationalId: values["sadadNationalId"] ?? "",
      firstName: values["sadadFirstName"] ?? "",
      lastName: values["sadadLastName"] ?? "",
    });
    if (outcome.kind !== "issued") return outcome;
    // What takes the form's place is outside of the panel and its texts.
    const content = (
      <Texts language={language} messages={messages}>
        <BillSummary method="sadad" orderNumber={order.orderNumber} bill={outcome.bill} />
      </Texts>
    );
    return { kind: "instructions", content };
  };
  const mobile = (): string => form.values()["sadadMobile"] ?? "";
  useImperativeHandle(ref, () => ({ check, pay, mobile }));

  return (
    <div {...form.root} className="card-form">
      <p className="field-hint">{t("intro")}</p>
      <KnownFields known={[names?.join(" "), mobileText]}>
        <SaudiMobileField {...field("sadadMobile")} label={t("mobile")} clientMobile={order.client.mobile} />
        <div className="field-pair">
          <TextField
            {...field("sadadFirstName")}
            label={t("firstName")}
            required
            autoComplete="given-name"
            defaultValue={names?.[0]}
            maxLength={50}
          />
          <TextField
            {...field("sadadLastName")}
            label={t("lastName")}
            required
            autoComplete="family-name"
            defaultValue={names?.[1]}
            maxLength={50}
          />
        </div>
      </KnownFields>
      <TextField
        {...field("sadadNationalId")}
        label={t("nationalId")}
        hint={t("nationalIdHint")}
        inputMode="numeric"
        required
        autoComplete="off"
        maxLength={20}
        dir="ltr"
      />
    </div>
  );
}
