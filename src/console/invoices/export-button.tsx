/** The listed invoices as a file for a spreadsheet: exactly what the filters show, whatever their number. */
import { lazy, Suspense, useState } from "react";
import { Icon } from "../display/icon.tsx";
import { download } from "../display/icons.ts";
import { useWording, withTexts } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import type { InvoiceFilters } from "./invoice-filters.ts";

const ExportDialog = lazy(() => withTexts(() => import("./export-dialog.tsx")));

type ExportProps = {
  readonly filters: InvoiceFilters;
  /** These of them alone. */
  readonly orderNumbers?: readonly string[];
  readonly isDisabled?: boolean;
};

export function ExportButton({ filters, orderNumbers, isDisabled = false }: ExportProps) {
  const { t } = useWording();
  const [isOpen, setOpen] = useState(false);
  if (!useMay("reports.read")) return null;
  return (
    <>
      <button type="button" className="button" disabled={isDisabled} onClick={() => setOpen(true)}>
        <Icon path={download} />
        {t("invoices.export")}
      </button>
      <Suspense>
        {isOpen && (
          <ExportDialog filters={filters} orderNumbers={orderNumbers} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
