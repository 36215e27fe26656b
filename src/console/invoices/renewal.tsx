/**
 * The buyer of an expired invoice asks for a fresh link: one press gives the invoice time again and sends its link, which
 * is the one that the buyer has, by the channel that reaches the buyer soonest.
 */
import { lazy, Suspense, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { clock, send } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { renewedUntil } from "./renewed-until.ts";

const SendDialog = lazy(() => import("./send-dialog.tsx"));

/** As buyers read them soonest. */
const order: readonly MessageChannelName[] = ["whatsapp", "sms", "email"];

type Props = { readonly invoice: Invoice };

/** Nothing where no buyer asks. */
export function Renewal({ invoice }: Props) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  const [isSending, setSending] = useState(false);
  const { orderNumber, renewalRequestedAt } = invoice;
  // It stays while the ways of sending are open, when the invoice that was read again asks no longer.
  if (!renewalRequestedAt && !isSending) return null;
  return (
    <>
      {renewalRequestedAt && (
        <section className="panel is-asking" aria-labelledby="renewal">
          <h2 id="renewal">
            <Icon path={clock} /> {t("renewal.title")}
          </h2>
          <p>
            <DateShown instant={renewalRequestedAt} hasTime />
          </p>
          {mayIssue && <RenewButton invoice={invoice} onByHand={() => setSending(true)} />}
        </section>
      )}
      <Suspense>
        {isSending && <SendDialog orderNumber={orderNumber} onClose={() => setSending(false)} />}
      </Suspense>
    </>
  );
}

/** @param onByHand no channel reaches the buyer by itself: the ways of sending are opened */
function RenewButton({ invoice, onByHand }: Props & { readonly onByHand: () => void }) {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const sending = useChange("POST /api/v1/invoices/:orderNumber/messages");
  const renewing = useChange("PATCH /api/v1/invoices/:orderNumber");
  const { orderNumber, client } = invoice;
  const channel = order.find(
    (name) =>
      (name === "email" ? client?.email : client?.mobile) &&
      accounts.data?.items.some((one) => one.channel === name && one.account !== null),
  );
  const until = renewedUntil(invoice, Date.now());
  const renew = async (): Promise<void> => {
    // Whatever else has changed: more time takes nothing away.
    await renewing.mutateAsync({ params: { orderNumber }, body: { expiresAt: until }, ifMatch: "*" });
    if (channel === undefined) return onByHand();
    const body = { kind: "payment_link", channel } as const;
    await sending.mutateAsync({ params: { orderNumber }, body }).catch(onByHand);
  };
  const failure = renewing.error;
  return (
    <>
      <p>
        {t("renewal.until")} <DateShown instant={until} hasTime />
      </p>
      <button
        type="button"
        className="button button-primary"
        disabled={renewing.isPending || sending.isPending || accounts.isPending}
        onClick={() => void renew().catch(() => undefined)}
      >
        <Icon path={send} className="is-directed" />
        {t(channel === undefined ? "renewal.renew" : `renewal.by.${channel}`)}
      </button>
      {failure && <Failed failure={failure} />}
    </>
  );
}
