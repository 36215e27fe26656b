/** The terms of a method in a line, and the button that changes or enters them. */
import { lazy, Suspense, useState } from "react";
import type { AccountTerms } from "#contract/settlement.ts";
import { Icon } from "../display/icon.tsx";
import { pen } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

const TermsDialog = lazy(async () => ({ default: (await import("./terms-dialog.tsx")).TermsDialog }));

type TermsLineProps = { readonly method: string; readonly terms: AccountTerms | null };

export function TermsLine({ method, terms }: TermsLineProps) {
  const { t } = useWording();
  const mayManage = useMay("shop.manage");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="terms-line">
      <span className="soft">
        {terms === null
          ? t("terms.none")
          : t("terms.line", { rate: terms.feeRate, fixed: terms.feeFixed, count: terms.settlementDays })}
      </span>
      {mayManage && (
        <button type="button" className="act" onClick={() => setOpen(true)}>
          <Icon path={pen} />
          {t(terms === null ? "terms.enter" : "terms.change")}
        </button>
      )}
      <Suspense>
        {isOpen && <TermsDialog method={method} terms={terms} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
