/** A bill or transfer that is out, as a buyer finds it who comes back: after a reload, or on another device. */
import type { OpenReference as Reference } from "#contract/pages.ts";
import type { A2aReply } from "../a2a/calls.ts";
import { TransferSummary } from "../a2a/transfer-summary.tsx";
import { BillSummary } from "../sadad/bill-summary.tsx";
import type { SadadReply } from "../sadad/calls.ts";

type OpenReferenceProps = { readonly orderNumber: string; readonly reference: Reference };

/** Nothing for a method that this build of the page does not know. */
export function OpenReference({ orderNumber, reference: { method, reply, mail } }: OpenReferenceProps) {
  switch (method) {
    case "sadad":
      return <BillSummary orderNumber={orderNumber} bill={reply as SadadReply} isFound mail={mail ?? null} />;
    case "a2a":
      return (
        <TransferSummary orderNumber={orderNumber} transfer={reply as A2aReply} isFound mail={mail ?? null} />
      );
    default:
      return null;
  }
}
