/** Which pages ask again by themselves, since their order may change while they are open, and what they show of it. */
import type { OrderPageModel } from "#contract/order.ts";
import { shownOfOrder } from "#core/shown-of-order.ts";
import { isOpen } from "#core/status-groups.ts";
import * as timing from "#core/timing.ts";
import type { PageView } from "../page.ts";
import type { Standing } from "./standing.ts";

/** What `script/left-open.ts` reads of the main element of a page. */
export type StandingMarks = {
  /** What the page shows of its order: nothing that HTML writes in another way than a browser reads it. */
  readonly "data-standing": string;
  /** How long after a look the next one comes at the soonest, milliseconds. */
  readonly "data-pause"?: number;
  /** The number of an order that may change still. */
  readonly "data-order"?: string;
};

/**
 * Of a page that shows its order in every standing.
 * @param ways the methods of the bills and accounts for a transfer that the page shows as open
 */
export function standingMarks(
  model: OrderPageModel,
  standing: Standing,
  ways: readonly string[] = [],
): StandingMarks {
  // Changes with whatever of the order a buyer would want to see at once: what the server notifies of, and what time and papers add.
  const shown = shownOfOrder({ ...model, status: model.order.orderStatus, offered: ways });
  const marks = {
    "data-standing": `${standing} ${model.taxDocuments.length} ${shown}`,
    "data-pause": timing.statusCheckDelayMs,
  };
  return isWatched(model, standing) ? { ...marks, "data-order": model.orderNumber } : marks;
}

/** Of a page with a form to pay: the form has its own watch (`payment/order-watch.ts`), a notice in its place `noticeScript`. */
export function payableMarks(model: OrderPageModel, standing: Standing): StandingMarks {
  return isNoticeWatched(model, standing) ? standingMarks(model, standing) : { "data-standing": standing };
}

/** The script of such a page, where it has a notice that may change. */
export function noticeScript(model: OrderPageModel, standing: Standing): Pick<PageView, "script"> {
  return isNoticeWatched(model, standing) ? { script: "src/web/script/invoice-script.ts" } : {};
}

function isNoticeWatched(model: OrderPageModel, standing: Standing): boolean {
  return standing !== "payable" && isWatched(model, standing);
}

/** Whether the order is not over: it waits for its buyer, a payment is being checked, or the shop has stopped it. */
function isWatched({ order }: OrderPageModel, standing: Standing): boolean {
  return standing !== "expired" && isOpen(order.orderStatus);
}
