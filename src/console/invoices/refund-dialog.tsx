/** Gives money back: all, half, a sum or lines; what remains and what else happens is said before the press. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { RefundApproval } from "#contract/refund-approvals.ts";
import type { Refund } from "#contract/refunds.ts";
import type { ReturnRequest } from "#contract/return-requests.ts";
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { RefundForm } from "./refund-form.tsx";
import { linesLeft } from "./refund-wish.ts";

type RefundProps = {
  readonly invoice: Invoice;
  /** What its buyer wants to return, by line; chosen at first. */
  readonly wanted?: ReturnRequest["lines"];
  readonly onClose: () => void;
};

export function RefundDialog({ invoice, wanted = [], onClose }: RefundProps) {
  const { t } = useWording();
  const { orderNumber } = invoice;
  const [isAsked, setAsked] = useState(false);
  const refunds = useRead("GET /api/v1/invoices/:orderNumber/refunds", { params: { orderNumber } });
  if (isAsked) return <Asked onClose={onClose} />;
  return (
    <Dialog title={t("invoice.act.refund")} onClose={onClose}>
      <Reading query={refunds}>
        {({ items }) => (
          <RefundForm
            invoice={invoice}
            lines={linesLeft(invoice, items)}
            wanted={wanted}
            wasRefused={items.findLast(({ ofSurplus }) => !ofSurplus)?.state === "declined"}
            onAnswer={(reply) => (waitsForAnother(reply) ? setAsked(true) : onClose())}
          />
        )}
      </Reading>
    </Dialog>
  );
}

/** Above a limit of the shop nothing is given back until a second person has approved it. */
function waitsForAnother(reply: Refund | RefundApproval): boolean {
  return "requestedBy" in reply;
}

function Asked({ onClose }: Pick<RefundProps, "onClose">) {
  const { t } = useWording();
  return (
    <Dialog title={t("approvals.title")} onClose={onClose}>
      <div className="form">
        <p role="status">{t("approvals.asked")}</p>
        <Link to="/payments/$part" params={{ part: "approvals" }} className="button button-primary">
          {t("approvals.look")}
        </Link>
      </div>
    </Dialog>
  );
}
