/** An open bill or transfer, as a returning buyer sees it: after a reload, or on another device. */
import { type ReactNode, useState } from "react";
import type { OpenReference as Reference } from "#contract/pages.ts";
import { useOrderWatch, type WatchedOrder } from "#web/payment/order-watch.ts";
import type { A2aReply } from "./a2a/calls.ts";
import { TransferSummary } from "./a2a/transfer-summary.tsx";
import { BillSummary } from "./sadad/bill-summary.tsx";
import type { SadadReply } from "./sadad/calls.ts";

type OpenReferenceProps = WatchedOrder & { readonly reference: Reference };

/** Once the order has expired, its notice is there instead: the bill should no longer be paid. */
export function OpenReference(props: OpenReferenceProps) {
  const [notice, setNotice] = useState<ReactNode>(null);
  // A page restored from the browser's cache is not out of date: the numbers stay the same.
  useOrderWatch(props, { isBusy: () => false, onShownAgain: () => undefined, onOver: setNotice });
  return notice ?? <Summary {...props} />;
}

/** Nothing for a method that this build of the page does not know. */
function Summary({ orderNumber, reference: { method, reply, mail } }: OpenReferenceProps) {
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
