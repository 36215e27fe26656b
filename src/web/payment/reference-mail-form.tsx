/** The numbers for the bank by e-mail: a form that works without scripts, and the outcome of the last one. */
import { useLocale, useTranslations } from "use-intl/react";
import type { ReferenceMail } from "#contract/pages.ts";
import type { ReferenceMethod } from "#methods/allowed.ts";
import type { TranslateReference } from "#methods/references/reference-texts.ts";

type ReferenceMailFormProps = {
  readonly orderNumber: string;
  readonly method: ReferenceMethod;
  /** The page that it stands on, and that its answer leads back to. */
  readonly page: "info" | "order";
  /** Left out where the numbers have just been issued. */
  readonly mail: ReferenceMail | undefined;
};

export function ReferenceMailForm({ orderNumber, method, page, mail }: ReferenceMailFormProps) {
  const t: TranslateReference = useTranslations(method);
  const language = useLocale();
  // The answer leads to this place of the page.
  const id = `mail-${method}`;
  const { problem, last, typed }: ReferenceMail = mail ?? { problem: null, last: null };
  return (
    <form
      // The invoice page has no styles of forms, and dresses this one by itself.
      className={page === "info" ? "field reference-mail" : "reference-mail"}
      id={id}
      method="post"
      action={`/rest/pay/mailReference/${orderNumber}`}
    >
      <input type="hidden" name="method" value={method} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="lang" value={language} />
      <label htmlFor={`${id}-to`}>{t("mailLabel")}</label>
      <span className="field-box">
        <input
          id={`${id}-to`}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={typed}
          aria-describedby={`${id}-answer`}
          aria-invalid={problem === "invalid" || undefined}
        />
      </span>
      <button type="submit" className="button">
        {t("mailSend")}
      </button>
      <p id={`${id}-answer`} role="status">
        {problem
          ? t(`mail_${problem}`)
          : last && t(last.isSent ? "mailSent" : "mailFailed", { address: `\u2066${last.address}\u2069` })}
      </p>
    </form>
  );
}
