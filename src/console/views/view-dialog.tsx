/** Keeps what the list is narrowed down to under a name, or gives a view another name, or removes it. */
import { type SubmitEvent, useId, useState } from "react";
import type { ListView } from "#contract/list-views.ts";
import { newIdempotencyKey } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useWording } from "../i18n/texts.ts";
import type { InvoiceFilters } from "../invoices/invoice-filters.ts";
import type { PaymentFilters } from "../payments/payment-filters.ts";
import { useMay } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";

type DialogProps = {
  readonly list: ListView["list"];
  readonly filters: InvoiceFilters | PaymentFilters;
  /** null: a new one. */
  readonly view: ListView | null;
  readonly onRemoved: (view: ListView) => void;
  readonly onClose: () => void;
};

const longestName = 40;

export function ViewDialog({ list, filters, view, onRemoved, onClose }: DialogProps) {
  const { t } = useWording();
  const mayShare = useMay("theme.manage");
  const [isMissing, setMissing] = useState(false);
  const [id] = useState(() => view?.id ?? newIdempotencyKey());
  const shared = useId();
  const keeping = useChange("PUT /api/v1/list-views/:viewId", onClose);
  const removing = useChange("DELETE /api/v1/list-views/:viewId", () => {
    if (view !== null) onRemoved(view);
    onClose();
  });
  const isFull = keeping.error?.fields.some(({ code }) => code === "too_many") === true;
  const wrongName = isMissing ? "views.nameMissing" : faultAt(keeping.error, "name");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get("name") ?? "").trim();
    setMissing(name === "");
    if (name === "") return;
    const isShared = data.get("isShared") === "on";
    keeping.mutate({
      params: { viewId: id },
      body: { list, name, isShared, filters: view?.filters ?? { ...filters } },
    });
  };
  return (
    <Dialog title={t(view === null ? "views.keep" : "views.edit")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          name="name"
          label={t("views.name")}
          hint={view === null ? t("views.nameHint") : undefined}
          maxLength={longestName}
          defaultValue={view?.name}
          isRequired
          autoFocus
          fault={wrongName}
        />
        {mayShare && (
          <label className="check" htmlFor={shared}>
            <input id={shared} type="checkbox" name="isShared" defaultChecked={view?.isShared} />
            <span>{t("views.share")}</span>
          </label>
        )}
        {isFull && (
          <p className="field-fault" role="alert">
            {t("views.full")}
          </p>
        )}
        {keeping.error && !isFull && !wrongName && <Failed failure={keeping.error} />}
        {removing.error && <Failed failure={removing.error} />}
        <button type="submit" className="button button-primary" disabled={keeping.isPending}>
          {t("views.save")}
        </button>
        {view !== null && (
          <button
            type="button"
            className="button button-danger"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ params: { viewId: view.id } })}
          >
            {t("views.remove")}
          </button>
        )}
      </form>
    </Dialog>
  );
}
