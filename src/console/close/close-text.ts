/** The close of a day as a message: lines that read well in WhatsApp, in the language of the person. */
import type { DailyClose } from "#contract/daily-close.ts";
import type { Language } from "#core/language.ts";
import { amountText } from "../display/amount.tsx";
import { gregorianDay, hijriDay } from "../display/dates.ts";
import { sumOf } from "../display/sum.ts";
import type { Translate } from "../i18n/texts.ts";

type Written = {
  readonly shop: string;
  readonly language: Language;
  readonly t: Translate;
  /** A method's name as buyers read it. */
  readonly nameOf: (method: string) => string;
};

/** What is left of a day after refunds, service fees and, where they are known, the providers' fees. */
export function leftOf({ net, expected, currency }: DailyClose["totals"][number]): string {
  return sumOf([net, ...(expected ? [`-${expected.amount}`, `-${expected.vat}`] : [])], currency);
}

/** Fees of a day: what buyers paid as service fee, and what providers keep where that is known. */
export function feesOf({ fees, expected, currency }: DailyClose["totals"][number]): string {
  return sumOf([fees, ...(expected ? [expected.amount, expected.vat] : [])], currency);
}

/** Writes it. */
export function closeText(close: DailyClose, { shop, language, t, nameOf }: Written): string {
  const money = (amount: string, currency: string): string =>
    amountText({ amount, currency }, { language, riyal: t("riyal") });
  const lines = [
    `*${t("close.title")}: ${shop}*`,
    `${gregorianDay(close.day, language)} · ${hijriDay(close.day, language)}`,
    "",
    ...close.methods.map(
      ({ method, payments, gross, currency }) =>
        `${nameOf(method)}: ${money(gross, currency)} (${t("home.payments", { count: payments })})`,
    ),
  ];
  for (const total of close.totals) {
    const { currency } = total;
    lines.push(
      "",
      `${t("close.gross")}: ${money(total.gross, currency)}`,
      `${t("money.refunds")}: ${money(total.refunds, currency)}`,
      `${t("money.fees")}: ${money(feesOf(total), currency)}${total.expected ? "" : ` (${t("close.feesPartly")})`}`,
      `*${t("close.left")}: ${money(leftOf(total), currency)}*`,
    );
  }
  if (close.totals.length === 0) lines.push(t("close.nothing"));
  const paid = close.invoices.paid.reduce((all, { count }) => all + count, 0);
  lines.push(
    "",
    `${t("close.paid")}: ${t("invoices.shown", { count: paid })}`,
    `${t("close.issued")}: ${t("invoices.shown", { count: close.invoices.issued })}`,
    `${t("money.reconciliation")}: ${t(`reconciliation.state.${close.state}`)}`,
  );
  if (!close.isOver) lines.push("", t("close.open"));
  return lines.join("\n");
}
