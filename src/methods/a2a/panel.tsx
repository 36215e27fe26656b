/** The panel of A2A: whom the bank may reach; afterwards the account takes the place of the form (Spec 2.3, 4). */
import { useImperativeHandle } from "react";
import { useLocale, useMessages, useTranslations } from "use-intl/react";
import { callsOf } from "#web/browser/api.ts";
import { emailInput, fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { Texts } from "#web/i18n/texts.tsx";
import type { PanelProps, Payer, PayOutcome } from "#web/payment/panel.ts";
import { knownMobile } from "../buyer-fields/known-buyer.ts";
import { KnownFields } from "../buyer-fields/known-fields.tsx";
import { isAnyMissing } from "../buyer-fields/missing-fields.ts";
import { SaudiMobileField } from "../buyer-fields/saudi-mobile-field.tsx";
import { TransferSummary } from "../references/transfer-summary.tsx";
import type { A2aCalls } from "./calls.ts";
import { authorize } from "./client.ts";
import { a2a } from "./method.ts";

export function A2aPanel({ ref, order, onToast }: PanelProps) {
  const t = useTranslations("a2a");
  const language = useLocale();
  const messages = useMessages();
  const form = useForm(() => a2a.fields);
  const field = fieldsOf<keyof typeof a2a.fields>(form, t);

  const check = (): string | null => {
    if (isAnyMissing(a2a.fields, form.values())) onToast(t("enterMobileAndEmail"));
    return form.check();
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const { a2aMobile: mobile = "", a2aEmail: email = "" } = form.values();
    const outcome = await authorize(callsOf<A2aCalls>(), { payer, mobile, email });
    if (outcome.kind !== "opened") return outcome;
    // What takes the form's place is outside of the panel and its texts.
    const content = (
      <Texts language={language} messages={messages}>
        <TransferSummary method="a2a" orderNumber={order.orderNumber} transfer={outcome.transfer} />
      </Texts>
    );
    return { kind: "instructions", content };
  };
  const mobile = (): string => form.values()["a2aMobile"] ?? "";
  useImperativeHandle(ref, () => ({ check, pay, mobile }));

  return (
    <div {...form.root} className="card-form">
      <p className="field-hint">{t("intro")}</p>
      <KnownFields known={[knownMobile(order.client.mobile)]}>
        <SaudiMobileField {...field("a2aMobile")} label={t("mobile")} clientMobile={order.client.mobile} />
      </KnownFields>
      <TextField {...field("a2aEmail")} label={t("email")} {...emailInput} required />
    </div>
  );
}
