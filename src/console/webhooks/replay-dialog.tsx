/** Delivers again what happened in a time, such as while the receiver was down. */
import { type SubmitEvent, useState } from "react";
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { useChange } from "../calls/change.ts";
import { isoDay } from "../display/iso-day.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type ReplayProps = { readonly endpoint: WebhookEndpointModel; readonly onClose: () => void };

/** Riyadh's, in which days of the console begin; it has no summer time. */
const offset = "+03:00";
const dayMs = 24 * 60 * 60_000;

export function ReplayDialog({ endpoint, onClose }: ReplayProps) {
  const { t } = useWording();
  const replaying = useChange("POST /api/v1/webhook-endpoints/:endpointId/replay");
  const [isWrong, setWrong] = useState(false);
  const today = isoDay(new Date());
  const since = endpoint.failingSince ?? endpoint.disabledAt;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const from = startOf(String(form.get("from")));
    const until = startOf(String(form.get("to")));
    setWrong(from === null || until === null || from > until);
    if (from === null || until === null || from > until) return;
    // Its last day counts as a whole; up to now, the call itself says until when.
    const to = String(form.get("to")) < today ? new Date(until + dayMs).toISOString() : undefined;
    replaying.mutate({
      params: { endpointId: String(endpoint.id) },
      body: { from: new Date(from).toISOString(), ...(to && { to }) },
    });
  };
  return (
    <Dialog title={t("webhooks.replay")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <p>{t("webhooks.replayHint")}</p>
        <Field
          name="from"
          type="date"
          label={t("invoices.from")}
          defaultValue={since ? isoDay(new Date(since)) : today}
          fault={isWrong ? "fault.dates" : null}
        />
        <Field name="to" type="date" label={t("invoices.to")} defaultValue={today} />
        {replaying.error && <Failed failure={replaying.error} />}
        <p role="status">{replaying.data && t("webhooks.replayed", { count: replaying.data.queued })}</p>
        <button type="submit" className="button button-primary" disabled={replaying.isPending}>
          {t("webhooks.replayNow")}
        </button>
      </form>
    </Dialog>
  );
}

/** The first moment of a day such as "2026-11-23"; null for any other text. */
function startOf(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00${offset}`);
  return Number.isNaN(at) ? null : at;
}
