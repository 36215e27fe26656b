/**
 * Returns that the buyer of an invoice asks for: accepted, which leads to the refund with its own rights and proof, or declined with words
 * to the buyer. An answer moves no money.
 */
import { useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { ReturnRequest } from "#contract/return-requests.ts";
import { mayReturnBeAccepted, orderStatusFacts } from "#core/order-status.ts";
import { returnLimits } from "#core/return-request.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { refund } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { WordsDialog } from "../forms/words-dialog.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { RefundDialog } from "./refund-dialog.tsx";

type Props = { readonly invoice: Invoice };

/** Nothing where no return was asked for. */
export function ReturnRequests({ invoice }: Props) {
  const { orderNumber, status } = invoice;
  const { wasPaid, refundable } = orderStatusFacts[status];
  const query = { orderNumber };
  const requests = useRead("GET /api/v1/return-requests", { query }, { enabled: wasPaid });
  const [accepted, setAccepted] = useState<ReturnRequest | null>(null);
  if (!wasPaid) return null;
  return (
    <>
      {requests.error && <Failed failure={requests.error} retry={requests.refetch} />}
      {requests.data?.items.map((request) => (
        <Request key={request.id} request={request} invoice={invoice} onAccepted={setAccepted} />
      ))}
      {accepted && refundable && (
        <RefundDialog invoice={invoice} wanted={accepted.lines} onClose={() => setAccepted(null)} />
      )}
    </>
  );
}

type RequestProps = Props & {
  readonly request: ReturnRequest;
  readonly onAccepted: (request: ReturnRequest) => void;
};

function Request({ request, invoice, onAccepted }: RequestProps) {
  const { t } = useWording();
  const { state, reason, buyer, lines, createdAt, answeredAt, withdrawnAt, answer } = request;
  const id = `return-${request.id}`;
  return (
    <section className={state === "requested" ? "panel is-asking" : "panel"} aria-labelledby={id}>
      <h2 id={id}>
        <Icon path={refund} className="is-directed" /> {t(`returns.${state}`)}
      </h2>
      <dl>
        <div className="fact">
          <dt>{t("returns.askedOn")}</dt>
          <dd>
            <DateShown instant={createdAt} hasTime />
          </dd>
        </div>
        <div className="fact">
          <dt>{t("returns.reason")}</dt>
          <dd>{t(`returns.reason_${reason}`)}</dd>
        </div>
        <div className="fact">
          <dt>{t("returns.what")}</dt>
          <dd>
            {lines.length === 0
              ? t("returns.all")
              : lines.map(({ position, quantity }) => (
                  <span key={position} className="line-more">
                    <bdi>{invoice.lines[position - 1]?.title}</bdi> × <bdi dir="ltr">{quantity}</bdi>
                  </span>
                ))}
          </dd>
        </div>
      </dl>
      {buyer.words !== null && (
        <p className="invoice-note" dir="auto">
          {buyer.words}
        </p>
      )}
      {withdrawnAt && (
        <p>
          {t("returns.withdrawnOn")} <DateShown instant={withdrawnAt} hasTime />
        </p>
      )}
      {answeredAt && (
        <p>
          {t("returns.answered")} <DateShown instant={answeredAt} hasTime />
          {answer !== null && <bdi className="line-more">{answer}</bdi>}
        </p>
      )}
      {state === "requested" && <Answer request={request} invoice={invoice} onAccepted={onAccepted} />}
    </section>
  );
}

function Answer({ request, invoice, onAccepted }: RequestProps) {
  const { t } = useWording();
  const mayAccept = mayReturnBeAccepted(orderStatusFacts[invoice.status]);
  const mayRefund = useMay("refunds.make");
  // Once it is answered these buttons are gone: the refund is opened by what outlives them.
  const answering = useChange("POST /api/v1/return-requests/:requestId/answer", (answered: ReturnRequest) => {
    if (answered.state === "accepted") onAccepted(answered);
  });
  const [isDeclining, setDeclining] = useState(false);
  if (!mayRefund) return <p className="soft">{t("returns.waitsForOther")}</p>;
  const params = { requestId: String(request.id) };
  const answer = (word: "accept" | "decline"): void => answering.mutate({ params, body: { answer: word } });
  return (
    <>
      <p className="soft">{t(request.buyer.isErased ? "returns.erased" : "returns.hint")}</p>
      <div className="invoice-acts">
        {mayAccept && (
          <button
            type="button"
            className="button button-primary"
            disabled={answering.isPending}
            onClick={() => answer("accept")}
          >
            {t("returns.accept")}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={answering.isPending}
          onClick={() => (request.buyer.isErased ? answer("decline") : setDeclining(true))}
        >
          {t("returns.decline")}
        </button>
      </div>
      {answering.error && <Failed failure={answering.error} />}
      {isDeclining && <DeclineDialog requestId={params.requestId} onClose={() => setDeclining(false)} />}
    </>
  );
}

type DeclineProps = { readonly requestId: string; readonly onClose: () => void };

function DeclineDialog({ requestId, onClose }: DeclineProps) {
  const { t } = useWording();
  const kept = useKeptTyping(`return-${requestId}`, { sealed: ["words"] });
  const answering = useChange("POST /api/v1/return-requests/:requestId/answer", kept.drop);
  return (
    <WordsDialog
      title={t("returns.decline")}
      keeper={kept.keeper}
      name="words"
      label={t("returns.words")}
      hint={t("returns.wordsHint")}
      maxLength={returnLimits.words}
      isRequired
      send={t("returns.sendDecline")}
      sending={answering}
      onSend={(words) =>
        answering.mutate(
          { params: { requestId }, body: { answer: "decline", words } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
