/** Closes an unpaid invoice permanently; that cannot be undone, so it is asked. */
import type { Invoice } from "#contract/invoices.ts";
import { useChange } from "../calls/queries.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

export function CancelDialog({
  invoice,
  onClose,
}: {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}) {
  const { t } = useWording();
  const cancelling = useChange("POST /api/v1/invoices/:orderNumber/cancel");
  const { orderNumber } = invoice;
  const cancel = (): void => cancelling.mutate({ params: { orderNumber }, body: {} }, { onSuccess: onClose });
  return (
    <Dialog title={t("cancel.title")} onClose={onClose}>
      <div className="form">
        <p>{t("cancel.hint")}</p>
        {cancelling.error && <Failed failure={cancelling.error} />}
        <button
          type="button"
          className="button button-danger"
          disabled={cancelling.isPending}
          onClick={cancel}
        >
          {t("cancel.title")}
        </button>
      </div>
    </Dialog>
  );
}
