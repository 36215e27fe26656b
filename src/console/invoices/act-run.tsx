/** One act on each of several invoices, and its result. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { InvoiceSummary } from "#contract/invoices.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { useRun } from "../bulk/bulk-store.ts";
import { createRun, type Run } from "../bulk/run.ts";
import { RunProgress } from "../bulk/run-progress.tsx";
import { call, newIdempotencyKey, request } from "../calls/call.ts";
import { isoDay } from "../display/iso-day.ts";
import { RowLink } from "../display/row-link.tsx";
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { nameOf } from "./invoice-rows.tsx";

export type Act =
  | { readonly kind: "send" | "remind"; readonly channel: MessageChannelName }
  | { readonly kind: "cancel" };

type Made = {
  /** The same was sent to the same buyer earlier today, and not again now. */
  readonly isOld: boolean;
};

export type ActRun = { readonly act: Act; readonly run: Run<InvoiceSummary, Made> };

/**
 * Makes the run. A message has one key a day, for all people of the shop: what is tried again after a lost answer, a closed tab or by
 * a colleague reaches no buyer twice.
 */
export function createActRun(
  act: Act,
  invoices: readonly InvoiceSummary[],
  shop: number,
): Run<InvoiceSummary, Made> {
  const press = newIdempotencyKey();
  const today = isoDay(new Date());
  return createRun(invoices, async ({ orderNumber }): Promise<Made> => {
    const params = { orderNumber };
    if (act.kind === "cancel") {
      const options = { shop, idempotencyKey: `${press}-${orderNumber}` };
      await call("POST /api/v1/invoices/:orderNumber/cancel", { params, body: {} }, options);
      return { isOld: false };
    }
    const { kind, channel } = act;
    const body = { kind: kind === "remind" ? "reminder" : "payment_link", channel };
    const options = { shop, idempotencyKey: `${kind}-${channel}-${orderNumber}-${today}` };
    const reply = await request("POST /api/v1/invoices/:orderNumber/messages", { params, body }, options);
    return { isOld: reply.headers.get("idempotent-replayed") === "true" };
  });
}

type ResultsProps = { readonly acting: ActRun; readonly onBack: () => void };

export function ActResults({ acting, onBack }: ResultsProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const queries = useQueryClient();
  const { act, run } = acting;
  const { phase, tasks } = useRun(run);
  const isDone = phase === "done";
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: [shop.merchantId] });
  }, [isDone, queries, shop.merchantId]);
  const title =
    act.kind === "cancel" ? t("chosen.cancel") : `${t(`chosen.${act.kind}`)} · ${t(`send.${act.channel}`)}`;
  return (
    <>
      <RunProgress run={run} title={title} />
      {isDone && (
        <button type="button" className="button act-start" onClick={onBack}>
          {t("chosen.others")}
        </button>
      )}
      <ul className="cards">
        {tasks.map(({ item, step, failure, made }) => (
          <li key={item.orderNumber} className="card">
            <div className="card-row">
              <RowLink to="/invoices/$orderNumber" params={{ orderNumber: item.orderNumber }}>
                <bdi>{nameOf(item)}</bdi>
              </RowLink>
              <span
                className={
                  step === "done" ? "chip chip-paid" : step === "failed" ? "chip chip-overdue" : "chip"
                }
              >
                {t(`chosenState.${step}`)}
              </span>
            </div>
            {made?.isOld && <p className="soft">{t("chosen.before")}</p>}
            {failure && (
              <p className="field-fault">
                {failure.code === "validation_failed" ? t("chosen.noReceiver") : failureText(failure, t)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
