/** The real page of the shop's last invoice, in both languages, light and dark. */
import { Link } from "@tanstack/react-router";
import { useRead } from "../calls/queries.ts";
import { Empty, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { PageFrame, PageLook } from "./page-look.tsx";

type PreviewProps = {
  /** Another one loads the page again. */
  readonly version: string;
};

export function ThemePreview({ version }: PreviewProps) {
  const { t } = useWording();
  const latest = useRead("GET /api/v1/invoices", { query: { limit: 1 } });
  return (
    <PageLook title={t("look.preview")}>
      {(query) => (
        <Reading query={latest} rows={4}>
          {({ items: [invoice] }) =>
            invoice === undefined ? (
              <Empty title={t("look.noInvoice")}>
                <Link to="/invoices/new" className="button">
                  {t("shell.new")}
                </Link>
              </Empty>
            ) : (
              <PageFrame
                key={version}
                title={t("look.preview")}
                address={`${previewAddress(invoice.url)}?${query}`}
              />
            )
          }
        </Reading>
      )}
    </PageLook>
  );
}

function previewAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/pay/preview/${pathname.split("/").at(-1) ?? ""}`;
}
