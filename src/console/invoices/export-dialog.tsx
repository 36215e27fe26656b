/** Says how many invoices a file will hold before it is loaded, as Excel or CSV. */
import { useRead } from "../calls/queries.ts";
import { DownloadButton } from "../display/download-button.tsx";
import { isoDay } from "../display/iso-day.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { type InvoiceFilters, kindQuery } from "./invoice-filters.ts";

/** Before the first invoice of any shop. */
const beginning = "2020-01-01";

type DialogProps = {
  readonly filters: InvoiceFilters;
  /** These of them alone. */
  readonly orderNumbers?: readonly string[] | undefined;
  readonly onClose: () => void;
};

export default function ExportDialog({ filters, orderNumbers, onClose }: DialogProps) {
  const { t, language } = useWording();
  const query = {
    ...kindQuery(filters),
    ...(orderNumbers && { orderNumber: orderNumbers.join(",") }),
    from: filters.from ?? beginning,
    to: filters.to ?? isoDay(new Date()),
  };
  const counted = useRead("GET /api/v1/exports/invoices/count", { query });
  return (
    <Dialog title={t("invoices.export")} onClose={onClose}>
      <Reading query={counted} rows={1}>
        {({ count, isMore }) => (
          <div className="form">
            <p>{isMore ? t("exports.moreThan", { count }) : t("exports.holds", { count })}</p>
            {count > 0 && (
              <div className="downloads">
                {(["xlsx", "csv"] as const).map((format) => (
                  <DownloadButton
                    key={format}
                    call="GET /api/v1/exports/invoices"
                    query={{ ...query, language, format }}
                    fileName={`${t("exports.name.invoices").replaceAll(" ", "-")}-${query.from}-${query.to}.${format}`}
                    label={format === "xlsx" ? "Excel" : "CSV"}
                    about={t("exports.name.invoices")}
                  />
                ))}
              </div>
            )}
          </div>
        )}
      </Reading>
    </Dialog>
  );
}
