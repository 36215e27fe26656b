/** Closes an unpaid invoice permanently. */
import type { Invoice } from "#contract/invoices.ts";
import { useChange } from "../calls/change.ts";
import { useWording } from "../i18n/texts.ts";
import { FinalDialog } from "../shell/final-dialog.tsx";

type CancelProps = { readonly invoice: Invoice; readonly onClose: () => void };

export function CancelDialog({ invoice: { orderNumber }, onClose }: CancelProps) {
  const { t } = useWording();
  const cancelling = useChange("POST /api/v1/invoices/:orderNumber/cancel");
  return (
    <FinalDialog
      title={t("cancel.title")}
      hint={t("cancel.hint")}
      act={cancelling}
      onSure={() => cancelling.mutate({ params: { orderNumber }, body: {} }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
