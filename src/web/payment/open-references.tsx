/** Bills and accounts for a transfer that are out, in short: the number, the amount, until when, and the way to them. */
import { Fragment, type ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { OpenReference } from "#contract/pages.ts";
import { spacedIban } from "#core/text.ts";
import type { BillReply, OfReplies, TransferReply } from "#methods/reference-replies.ts";
import type { BillMethod, TransferMethod } from "#methods/texts.ts";
import { Amount } from "../components/amount.tsx";
import { Banner } from "../components/banner.tsx";
import { formatEnd } from "../i18n/format.ts";
import { addresses } from "../routes.ts";
import { ReferenceMailForm } from "./reference-mail-form.tsx";

type OpenReferencesProps = {
  readonly orderNumber: string;
  readonly references: readonly OpenReference[];
  /** With the form that sends them by e-mail. */
  readonly canBeMailed?: boolean;
};

export function OpenReferences({ orderNumber, references, canBeMailed = false }: OpenReferencesProps) {
  return references.map(({ method, reply, mail }) => {
    const banner = banners[method] as (reply: unknown, shown: Shown) => ReactNode;
    const form = canBeMailed && mail && (
      <ReferenceMailForm orderNumber={orderNumber} method={method} page="order" mail={mail} />
    );
    return <Fragment key={method}>{banner(reply, { orderNumber, form })}</Fragment>;
  });
}

type Shown = { readonly orderNumber: string; readonly form: ReactNode };

/** One for each method that is paid at a bank, of what its own call replied with. */
const banners: OfReplies<[shown: Shown], ReactNode> = {
  sadad: (reply, shown) => <OpenBill {...shown} {...reply} method="sadad" />,
  a2a: (reply, shown) => <OpenTransfer {...shown} {...reply} method="a2a" />,
};

function OpenBill(bill: BillReply & Shown & { readonly method: BillMethod }) {
  const t = useTranslations(bill.method);
  const language = useLocale();
  return (
    <Banner kind="checking" title={t("openTitle")}>
      <p>
        {t("billNumber")}: <bdi dir="ltr">{bill.paymentSessionId}</bdi>
      </p>
      <p>
        {t("amount")}: <Amount value={bill.amount} currency={bill.currency} />
      </p>
      {bill.expiresAt && (
        <p>
          {t("until")}: {formatEnd(bill.expiresAt, language)}
        </p>
      )}
      <p>
        <a href={addresses.info(bill.orderNumber)}>{t("showAgain")}</a>
      </p>
      {bill.form}
    </Banner>
  );
}

function OpenTransfer(transfer: TransferReply & Shown & { readonly method: TransferMethod }) {
  const t = useTranslations(transfer.method);
  const language = useLocale();
  const { received, remaining, currency, expiresAt } = transfer;
  return (
    <Banner kind="checking" title={t("openTitle")}>
      <p>
        {t("iban")}: <bdi dir="ltr">{spacedIban(transfer.paymentSessionId)}</bdi>
      </p>
      <p>
        {t(received > 0 ? "remaining" : "amount")}: <Amount value={remaining} currency={currency} />
      </p>
      {expiresAt && (
        <p>
          {t("until")}: {formatEnd(expiresAt, language)}
        </p>
      )}
      <p>
        <a href={addresses.info(transfer.orderNumber)}>{t("showAgain")}</a>
      </p>
      {transfer.form}
    </Banner>
  );
}
