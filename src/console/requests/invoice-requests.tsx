/** The calls of programs about one invoice, for those who look after the shop's programs: the newest, and the way to all. */
import { Link } from "@tanstack/react-router";
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { RequestRows } from "./request-rows.tsx";

const shown = 5;

export function InvoiceRequests({ orderNumber }: { readonly orderNumber: string }) {
  const { t } = useWording();
  const requests = useRead("GET /api/v1/requests", { query: { order: orderNumber, limit: shown } });
  // Of a shop that sells without programs there is nothing to say.
  if (requests.data?.items.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="requests">
      <h2 id="requests">{t("requests.ofInvoice")}</h2>
      <Reading query={requests} rows={2}>
        {({ items, nextCursor }) => (
          <>
            <RequestRows requests={items} invoices="known" />
            {nextCursor !== null && (
              <Link to="/developers/requests" search={{ order: orderNumber }} className="button">
                {t("requests.allOfInvoice")}
              </Link>
            )}
          </>
        )}
      </Reading>
    </section>
  );
}
