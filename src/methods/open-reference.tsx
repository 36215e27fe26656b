/** An open bill or transfer, as a returning buyer sees it: after a reload, or on another device. */
import { type ReactNode, useState } from "react";
import type { OpenReference as Reference, ReferenceMail } from "#contract/pages.ts";
import { checkingAddress } from "#web/browser/navigation.ts";
import { useOrderWatch, type WatchedOrder } from "#web/payment/order-watch.ts";
import type { OfReplies } from "./reference-replies.ts";
import { BillSummary } from "./references/bill-summary.tsx";
import { TransferSummary } from "./references/transfer-summary.tsx";

type OpenReferenceProps = WatchedOrder & { readonly reference: Reference };

/** Once the order has expired, its notice is there instead: the bill should no longer be paid. */
export function OpenReference(props: OpenReferenceProps) {
  const [notice, setNotice] = useState<ReactNode>(null);
  // A page restored from the browser's cache is not out of date: the numbers stay the same.
  useOrderWatch(props, {
    isBusy: () => false,
    onShownAgain: () => undefined,
    onOver: setNotice,
    paidWay: checkingAddress,
  });
  return notice ?? <Summary {...props} />;
}

type Shown = { readonly orderNumber: string; readonly mail: ReferenceMail | null };

/** One for each method: a buyer who comes back sees no form, so one without a summary would see nothing. */
const summaries: OfReplies<[shown: Shown], ReactNode> = {
  sadad: (reply, shown) => <BillSummary method="sadad" {...shown} bill={reply} isFound />,
  a2a: (reply, shown) => <TransferSummary method="a2a" {...shown} transfer={reply} isFound />,
};

function Summary({ orderNumber, reference: { method, reply, mail } }: OpenReferenceProps) {
  const summary = summaries[method] as (reply: unknown, shown: Shown) => ReactNode;
  return summary(reply, { orderNumber, mail: mail ?? null });
}
