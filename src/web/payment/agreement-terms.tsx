/** The window with an order's own terms of sale. It stands in the page, outside of the form; nothing for null. */
import { useLocale } from "use-intl/react";
import type { ShownTerms } from "#contract/pages.ts";
import { Modal } from "../components/modal.tsx";
import { agreementDialogId } from "../forms/agreement.tsx";
import { writtenLanguage } from "../i18n/written-language.ts";
import { termsIn } from "../order/terms-in.ts";

export function AgreementTerms({ agreement }: { readonly agreement: ShownTerms | null }) {
  const language = useLocale();
  if (!agreement) return null;
  const { title, text } = termsIn(agreement, language);
  return (
    <Modal id={agreementDialogId} title={title}>
      <p className="agreement-body" dir="auto" lang={writtenLanguage(text) ?? undefined}>
        {text}
      </p>
    </Modal>
  );
}
