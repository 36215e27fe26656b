/** The words of a result's heading. */
import type { Language } from "#core/language.ts";
import type { ClosedTextKey, ResultView } from "#core/payment-result.ts";
import { translator } from "../i18n/translator.ts";

/** As the invoice's own banner says it. */
const closedHeadings = {
  invoiceCancelled: "cancelled",
  invoiceRefunded: "refunded",
} as const satisfies Readonly<Record<ClosedTextKey, string>>;

/** What the page says of a result in one line; the browser's tab says the same. */
export function resultHeading(language: Language, view: ResultView): string {
  const t = translator(language, "result");
  switch (view.kind) {
    case "success":
      return translator(language, "outcomes")("results.paid");
    case "closed":
      return translator(language, "invoice")(closedHeadings[view.textKey]);
    case "process3ds":
      return t("processing");
    case "checking":
      return t("checking");
    case "surplus":
      return translator(language, "invoice")("surplus");
    case "unpaid":
      return t("unpaidTitle");
    case "declined":
    case "not_found":
      return t("declinedTitle");
  }
}
