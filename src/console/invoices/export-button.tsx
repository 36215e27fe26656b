/** The listed invoices as a file for a spreadsheet: exactly what the filters show, whatever their number. */
import { useMutation } from "@tanstack/react-query";
import { CallFailure, request } from "../calls/call.ts";
import { saveFile } from "../calls/save-file.ts";
import { isoDay } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { download } from "../display/icons.ts";
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { type InvoiceFilters, kindQuery } from "./invoice-filters.ts";

/** Before the first invoice of any shop. */
const beginning = "2020-01-01";

export function ExportButton({ filters }: { readonly filters: InvoiceFilters }) {
  const { t, language } = useWording();
  const { shop } = useSession();
  const mayExport = useMay("reports.read");
  const exporting = useMutation({
    mutationFn: async () => {
      const query = {
        ...kindQuery(filters),
        from: filters.from ?? beginning,
        to: filters.to ?? isoDay(new Date()),
        format: "xlsx",
        language,
      };
      const reply = await request("GET /api/v1/exports/invoices", { query }, { shop: shop.merchantId });
      const mark = shop.world === "test" ? "test-" : "";
      saveFile(await reply.blob(), `${mark}${t("invoices.fileName")}-${query.from}-${query.to}.xlsx`);
    },
  });
  if (!mayExport) return null;
  return (
    <div className="export">
      <button
        type="button"
        className="button"
        disabled={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        <Icon path={download} />
        {t(exporting.isPending ? "invoices.exporting" : "invoices.export")}
      </button>
      {exporting.error instanceof CallFailure && (
        <p className="field-fault" role="alert">
          {failureText(exporting.error, t)}
        </p>
      )}
    </div>
  );
}
