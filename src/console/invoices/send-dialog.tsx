/** Sends the link of an unpaid invoice: the first press opens the ways, the second one sends. */
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { SendWays } from "./send-ways.tsx";

type SendDialogProps = { readonly orderNumber: string; readonly onClose: () => void };

export default function SendDialog({ orderNumber, onClose }: SendDialogProps) {
  const { t } = useWording();
  const invoice = useRead("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } });
  return (
    <Dialog title={t("send.title")} onClose={onClose}>
      <Reading query={invoice} rows={3}>
        {(found) => <SendWays invoice={found} />}
      </Reading>
    </Dialog>
  );
}
