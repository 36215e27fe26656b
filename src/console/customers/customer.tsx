/** One customer: how to reach them, their account, and every invoice of theirs. */
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Client } from "#contract/clients.ts";
import { mailLink } from "#core/address/mail-link.ts";
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceList } from "../invoices/invoices.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { EditCustomerDialog } from "./edit-customer-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";

export function Customer() {
  const { t } = useWording();
  const { clientId } = useParams({ from: "/customers/$clientId" });
  const client = useRead("GET /api/v1/clients/:clientId", { params: { clientId } });
  return (
    <Screen title={t("customer.title")}>
      <Reading query={client} rows={2}>
        {(read) =>
          // One that was merged is read as the customer that it went into.
          String(read.id) === clientId ? (
            <Known client={read} />
          ) : (
            <Navigate to="/customers/$clientId" params={{ clientId: String(read.id) }} replace />
          )
        }
      </Reading>
      <h2>{t("customer.invoices")}</h2>
      <InvoiceList filters={{ client: Number(clientId) }} />
    </Screen>
  );
}

function Known({ client }: { readonly client: Client }) {
  const { t } = useWording();
  const mayChange = useMay("invoices.issue");
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const clientId = String(client.id);
  const close = (): void => setOpen(null);
  return (
    <div className="form">
      <CustomerFacts client={client} />
      <div className="downloads">
        <Link to="/customers/$clientId/statement" params={{ clientId }} className="button">
          {t("statement.title")}
        </Link>
        {mayChange && (
          <>
            <button type="button" className="button" onClick={() => setOpen("edit")}>
              {t("customer.edit")}
            </button>
            <button type="button" className="button" onClick={() => setOpen("merge")}>
              {t("merge.title")}
            </button>
          </>
        )}
      </div>
      {open === "edit" && <EditCustomerDialog clientId={clientId} onClose={close} />}
      {open === "merge" && <MergeDialog client={client} onClose={close} />}
    </div>
  );
}

/** What the shop knows of a customer, as one panel. */
export function CustomerFacts({ client }: { readonly client: Client }) {
  const { t } = useWording();
  const { name, legalName, mobile, email, vatNumber, notes } = client;
  return (
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
          <a href={mailLink(email)}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </p>
      )}
      {vatNumber && (
        <p>
          {t("customer.vatNumber")} <bdi dir="ltr">{vatNumber}</bdi>
        </p>
      )}
      {notes && (
        <p className="soft notes">
          <bdi>{notes}</bdi>
        </p>
      )}
    </section>
  );
}
