/** The bill as the buyer needs it at the bank (Spec 2.3: SADAD shows the invoice number). */
import { useLocale, useTranslations } from "use-intl/react";
import type { ReferenceMail } from "#contract/pages.ts";
import { amountRow, endRows, PaymentReference, type ReferenceRow } from "#web/payment/payment-reference.tsx";
import type { BillReply } from "../reference-replies.ts";
import type { BillMethod } from "../texts.ts";

type BillSummaryProps = {
  readonly method: BillMethod;
  readonly orderNumber: string;
  readonly bill: BillReply;
  /** The buyer finds it when they come back, and has not asked for it just now. */
  readonly isFound?: boolean;
  /** Its status with sending it by e-mail; null where that is not to be had. */
  readonly mail?: ReferenceMail | null;
};

export function BillSummary({ method, orderNumber, bill, isFound = false, mail }: BillSummaryProps) {
  const t = useTranslations(method);
  const language = useLocale();
  const { paymentSessionId, billerCode, billerName, amount, currency, expiresAt } = bill;
  const rows: ReferenceRow[] = [
    { label: t("billNumber"), value: paymentSessionId, isCode: true },
    { label: t("billerCode"), value: billerCode, isCode: true },
    ...(billerName ? [{ label: t("biller"), value: billerName, isPlain: true }] : []),
    amountRow(t("amount"), amount, currency),
    ...endRows(t("until"), expiresAt, language),
  ];
  return (
    <PaymentReference
      orderNumber={orderNumber}
      isFound={isFound}
      rows={rows}
      method={method}
      mail={mail}
      steps={[t("stepOpen"), t("stepNumbers"), t("stepPay")]}
      title={t(isFound ? "openTitle" : "billTitle")}
      intro={t("billIntro")}
    />
  );
}
