/** Whether what was sold has been handed over: a press for an invoice that is paid, a mark on one where it has been. */
import type { Invoice } from "#contract/invoices.ts";
import { isFulfilled, mayBeFulfilled } from "#core/status-groups.ts";
import { useChange } from "../calls/change.ts";
import { Icon } from "../display/icon.tsx";
import { check } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

/** Beside the invoice's standing. */
export function FulfilledChip({ status }: Pick<Invoice, "status">) {
  const { t } = useWording();
  return isFulfilled(status) ? <span className="chip">{t("invoice.fulfilled")}</span> : null;
}

/** For those who issue invoices. */
export function FulfilButton({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useWording();
  const fulfilling = useChange("POST /api/v1/invoices/:orderNumber/complete");
  const { orderNumber, status } = invoice;
  // A press that the server would refuse is not offered.
  if (!mayBeFulfilled(status)) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={fulfilling.isPending}
        onClick={() => fulfilling.mutate({ params: { orderNumber }, body: {} })}
      >
        <Icon path={check} />
        {t("invoice.act.fulfil")}
      </button>
      {fulfilling.error && <Failed failure={fulfilling.error} />}
    </>
  );
}
