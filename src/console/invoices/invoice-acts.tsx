/** What can be done with an invoice now. */
import { lazy, Suspense, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import { mayOrderBecome, orderStatusFacts } from "#core/order-status.ts";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { FulfilButton } from "./fulfil.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

const RecordPaymentDialog = lazy(() => import("./record-payment-dialog.tsx"));
const SendDialog = lazy(() => import("./send-dialog.tsx"));

type Open = "send" | "refund" | "cancel" | "edit" | "record" | null;

/** What fits the standing; nothing that the server would refuse. */
export function InvoiceActs({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useWording();
  const [open, setOpen] = useState<Open>(null);
  const mayIssue = useMay("invoices.issue");
  const mayRefund = useMay("refunds.make");
  const mayRecord = useMay("payments.record");
  const { payable: isPayable, refundable } = orderStatusFacts[invoice.status];
  const hasMore = refundable && Number(invoice.refundedTotal) < Number(invoice.paidTotal);
  const close = (): void => setOpen(null);
  const act = (what: Exclude<Open, null>, icon: string, isFirst = false) => (
    <button
      type="button"
      className={isFirst ? "button button-primary" : "button"}
      onClick={() => setOpen(what)}
    >
      <Icon path={icon} className={what === "send" ? "is-directed" : ""} />
      {t(`invoice.act.${what}`)}
    </button>
  );
  return (
    <div className="invoice-acts">
      {isPayable && mayIssue && act("send", icons.send, true)}
      {isPayable && mayRecord && act("record", icons.check)}
      {hasMore && mayRefund && act("refund", icons.refund)}
      {mayIssue && <FulfilButton invoice={invoice} />}
      {isPayable && mayIssue && invoice.source === "api" && act("edit", icons.paper)}
      {mayOrderBecome(invoice.status, "CANCELLED") && mayIssue && act("cancel", icons.cross)}
      {/* The page reads from where it is opened: the shop's own look is no view of the buyer. */}
      <a className="button" href={invoice.url} target="_blank" rel="noopener" referrerPolicy="origin">
        <Icon path={icons.eye} />
        {t("invoice.asBuyer")}
        <span className="visually-hidden">{t("send.newTab")}</span>
      </a>
      <Suspense>
        {open === "send" && <SendDialog orderNumber={invoice.orderNumber} onClose={close} />}
        {open === "record" && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      </Suspense>
      {open === "refund" && <RefundDialog invoice={invoice} onClose={close} />}
      {open === "cancel" && <CancelDialog invoice={invoice} onClose={close} />}
      {open === "edit" && <EditDialog orderNumber={invoice.orderNumber} onClose={close} />}
    </div>
  );
}
