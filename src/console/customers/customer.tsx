/** One customer: how to reach them, and every invoice of theirs. */
import { useParams } from "@tanstack/react-router";
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceList } from "../invoices/invoices.tsx";
import { Screen } from "../shell/screen.tsx";

export function Customer() {
  const { t } = useWording();
  const { clientId } = useParams({ from: "/customers/$clientId" });
  const client = useRead("GET /api/v1/clients/:clientId", { params: { clientId } });
  return (
    <Screen title={t("customer.title")}>
      <Reading query={client} rows={2}>
        {({ name, legalName, mobile, email, vatNumber }) => (
          <section className="panel">
            <h2>
              <bdi>{name ?? legalName ?? t("customers.nameless")}</bdi>
            </h2>
            {mobile && (
              <p>
                <a href={`tel:${mobile}`}>
                  <bdi dir="ltr">{mobile}</bdi>
                </a>
              </p>
            )}
            {email && (
              <p>
                <a href={`mailto:${email}`}>
                  <bdi dir="ltr">{email}</bdi>
                </a>
              </p>
            )}
            {vatNumber && (
              <p>
                {t("customer.vatNumber")} <bdi dir="ltr">{vatNumber}</bdi>
              </p>
            )}
          </section>
        )}
      </Reading>
      <h2>{t("customer.invoices")}</h2>
      <InvoiceList filters={{ client: Number(clientId) }} />
    </Screen>
  );
}
