/** Views that a person has kept of a list, above it: one press narrows the list down; kept, renamed and removed in place. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ListView } from "#contract/list-views.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Choices } from "../display/choices.tsx";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { type InvoiceFilters, readInvoiceFilters } from "../invoices/invoice-filters.ts";
import { type PaymentFilters, readPaymentFilters } from "../payments/payment-filters.ts";
import { useMay } from "../session/shop.ts";
import { sameFilters } from "./same-filters.ts";
import { ViewDialog } from "./view-dialog.tsx";

type RowProps =
  | { readonly list: "invoices"; readonly filters: InvoiceFilters }
  | { readonly list: "payments"; readonly filters: PaymentFilters };

/** What is removed can be brought back until the screen is left. */
export default function ViewRow({ list, filters }: RowProps) {
  const { t } = useWording();
  const views = useRead("GET /api/v1/list-views", { query: { list } });
  const mayShare = useMay("theme.manage");
  const [edited, setEdited] = useState<ListView | "new" | null>(null);
  const [removed, setRemoved] = useState<ListView | null>(null);
  const restoring = useChange("PUT /api/v1/list-views/:viewId", () => setRemoved(null));
  const items = views.data?.items ?? [];
  const shown = items.find((view) => sameFilters(view.filters, filters));
  const isNarrowed = Object.keys(filters).length > 0;
  const mayEdit = shown !== undefined && (mayShare || !shown.isShared);
  const restore = ({ id, createdAt: _, ...body }: ListView): void =>
    restoring.mutate({ params: { viewId: id }, body });
  if (views.error !== null && views.data === undefined)
    return isNarrowed ? <Failed failure={views.error} retry={views.refetch} /> : null;
  return (
    <>
      {(items.length > 0 || isNarrowed) && (
        <div className="views">
          {items.length > 0 && (
            <Choices label={t("views.title")}>
              {items.map((view) => (
                <li key={view.id}>
                  <ViewLink list={list} view={view} />
                </li>
              ))}
            </Choices>
          )}
          {views.data && isNarrowed && shown === undefined && (
            <button type="button" className="act" onClick={() => setEdited("new")}>
              {t("views.keep")}
            </button>
          )}
          {mayEdit && (
            <button type="button" className="act" onClick={() => setEdited(shown)}>
              {t("views.edit")}
            </button>
          )}
        </div>
      )}
      <div role="status">
        {removed !== null && (
          <div className="notice">
            <p>{t("views.removed")}</p>
            <button
              type="button"
              className="button"
              disabled={restoring.isPending}
              onClick={() => restore(removed)}
            >
              {t("drafts.undo")}
            </button>
          </div>
        )}
      </div>
      {restoring.error && <Failed failure={restoring.error} />}
      {edited !== null && (
        <ViewDialog
          list={list}
          filters={filters}
          view={edited === "new" ? null : edited}
          onRemoved={setRemoved}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

type LinkProps = { readonly list: RowProps["list"]; readonly view: ListView };

function ViewLink({ list, view }: LinkProps) {
  const name = <bdi className="view-name">{view.name}</bdi>;
  const marks = { className: "choice", activeOptions: { exact: true } };
  const search = { ...view.filters };
  return list === "invoices" ? (
    <Link to="/invoices" search={readInvoiceFilters(search)} {...marks}>
      {name}
    </Link>
  ) : (
    <Link to="/payments" search={readPaymentFilters(search)} {...marks}>
      {name}
    </Link>
  );
}
