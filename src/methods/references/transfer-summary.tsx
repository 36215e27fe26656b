/** The account that the money goes to (Spec 2.3: amount in SAR, bank name, receiver name, IBAN, account number). */
import { useLocale, useTranslations } from "use-intl/react";
import type { ReferenceMail } from "#contract/pages.ts";
import { spacedIban } from "#core/text.ts";
import { amountRow, endRows, PaymentReference, type ReferenceRow } from "#web/payment/payment-reference.tsx";
import type { TransferReply } from "../reference-replies.ts";
import type { TransferMethod } from "../texts.ts";

type TransferSummaryProps = {
  readonly method: TransferMethod;
  readonly orderNumber: string;
  readonly transfer: TransferReply;
  /** The buyer finds it when they come back, and has not asked for it just now. */
  readonly isFound?: boolean;
  /** Its status with sending it by e-mail; null where that is not to be had. */
  readonly mail?: ReferenceMail | null;
};

export function TransferSummary({
  method,
  orderNumber,
  transfer,
  isFound = false,
  mail,
}: TransferSummaryProps) {
  const t = useTranslations(method);
  const language = useLocale();
  const { paymentSessionId: iban, received, remaining, currency, expiresAt } = transfer;
  const { accountNumber, bankName, beneficiaryName } = transfer;
  const rows: ReferenceRow[] = [
    ...(received > 0 ? [{ ...amountRow(t("received"), received, currency), isPlain: true }] : []),
    amountRow(received > 0 ? t("remaining") : t("amount"), remaining, currency),
    ...(bankName === null ? [] : [{ label: t("bankName"), value: bankName[language], isPlain: true }]),
    { label: t("receiverName"), value: beneficiaryName },
    // Printed in groups of four, copied as banks take it.
    { label: t("iban"), value: iban, shown: spacedIban(iban), isCode: true },
    ...(accountNumber === null ? [] : [{ label: t("accountNumber"), value: accountNumber, isCode: true }]),
    ...endRows(t("until"), expiresAt, language),
  ];
  return (
    <PaymentReference
      orderNumber={orderNumber}
      isFound={isFound}
      rows={rows}
      method={method}
      mail={mail}
      steps={[t("stepAdd"), t("stepAmount"), t("stepWait")]}
      title={t(isFound ? "openTitle" : "transferTitle")}
      intro={t("transferIntro")}
    />
  );
}
