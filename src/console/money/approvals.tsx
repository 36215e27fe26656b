/** Refunds above a limit: who asks, of what, why; a second person approves or refuses, and who asked may withdraw. */
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { RefundApproval } from "#contract/refund-approvals.ts";
import { useChange } from "../calls/change.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross } from "../display/icons.ts";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { WordsDialog } from "../forms/words-dialog.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { MoneyTabs } from "./money-tabs.tsx";

const looks = {
  requested: "chip chip-unknown",
  approved: "chip chip-paid",
  refused: "chip chip-declined",
  withdrawn: "chip",
  expired: "chip",
} as const;

/** What waits first; all of them by one press. */
export function Approvals() {
  const { t } = useWording();
  const isAll = useSearch({ from: "/payments/$part" }).state === "all";
  const query = { ...(!isAll && { state: "requested" as const }), limit: 25 };
  // What was just decided has left the list of what waits: its outcome is said above it.
  const [decided, setDecided] = useState<RefundApproval | null>(null);
  const list = useList("GET /api/v1/refund-approvals", { query });
  const link = (text: string, search: { readonly state?: string }) => (
    <li>
      <Link
        to="/payments/$part"
        params={{ part: "approvals" }}
        search={search}
        className="choice"
        activeOptions={{ exact: true }}
      >
        {text}
      </Link>
    </li>
  );
  return (
    <Screen title={t("money.approvals")}>
      <MoneyTabs />
      <nav aria-label={t("approvals.filter")}>
        <Choices>
          {link(t("approvals.open"), {})}
          {link(t("invoices.everything"), { state: "all" })}
        </Choices>
      </nav>
      <div role="status">{decided && <Outcome approval={decided} />}</div>
      <Reading query={list} rows={4}>
        {({ pages }) => {
          const approvals = pages.flatMap(({ items }) => items);
          if (approvals.length === 0)
            return <Empty title={t(isAll ? "approvals.noneYet" : "approvals.noneOpen")} />;
          return (
            <>
              <ul className="cards">
                {approvals.map((one) => (
                  <ApprovalCard key={one.id} approval={one} onDecided={setDecided} />
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
    </Screen>
  );
}

type OfApproval = { readonly approval: RefundApproval };
type Decided = { readonly onDecided: (approval: RefundApproval) => void };

function Outcome({ approval: { state, refund, amount, currency } }: OfApproval) {
  const { t } = useWording();
  return (
    <p className="notice">
      <span>
        {t(`approvals.state.${state}`)}: <Amount amount={amount} currency={currency} />
        {refund && <> · {t(`refundState.${refund.state}`)}</>}
      </span>
    </p>
  );
}

function ApprovalCard({ approval, onDecided }: OfApproval & Decided) {
  const { t } = useWording();
  const { orderNumber, clientName, amount, currency, state, reason, byHand, createdAt, expiresAt } = approval;
  const isOpen = state === "requested";
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">
          <Who approval={approval} />
        </span>
        <Amount amount={amount} currency={currency} />
      </div>
      <div className="card-row">
        <Link to="/invoices/$orderNumber" params={{ orderNumber }}>
          <bdi dir={clientName ? undefined : "ltr"}>{clientName ?? orderNumber}</bdi>
        </Link>
        <span className={looks[state]}>{t(`approvals.state.${state}`)}</span>
      </div>
      <p>{reason ? <bdi>{reason}</bdi> : <span className="soft">{t("approvals.noReason")}</span>}</p>
      <p className="soft">{t(`approvals.${approval.limit}`)}</p>
      {byHand && <p className="soft">{t("approvals.byHand")}</p>}
      <p className="soft">
        <DateShown instant={createdAt} hasTime />
      </p>
      {isOpen ? (
        <>
          <p className="soft">
            {t("approvals.until")} <DateShown instant={expiresAt} hasTime />
          </p>
          <Decision approval={approval} onDecided={onDecided} />
        </>
      ) : (
        <Ended approval={approval} />
      )}
    </li>
  );
}

function Who({ approval: { requestedBy, isYours } }: OfApproval) {
  const { t } = useWording();
  if (isYours) return t("approvals.you");
  return t(requestedBy.kind === "key" ? "approvals.asksKey" : "approvals.asks", {
    name: requestedBy.name ?? String(requestedBy.id),
  });
}

function Ended({ approval: { endedBy, note, refund } }: OfApproval) {
  const { t } = useWording();
  return (
    <>
      {endedBy && (
        <p className="soft">{t("approvals.endedBy", { name: endedBy.name ?? String(endedBy.id) })}</p>
      )}
      {note && (
        <p className="why">
          <bdi>{note}</bdi>
        </p>
      )}
      {refund && <p>{t(`refundState.${refund.state}`)}</p>}
    </>
  );
}

/** What the person of this tab can do about a request that waits. */
function Decision({ approval: { id, isYours }, onDecided }: OfApproval & Decided) {
  const { t } = useWording();
  const mayApprove = useMay("refunds.approve");
  const approving = useChange("POST /api/v1/refund-approvals/:approvalId/approve", onDecided);
  const withdrawing = useChange("POST /api/v1/refund-approvals/:approvalId/withdraw", onDecided);
  const [isRefusing, setRefusing] = useState(false);
  const params = { approvalId: id };
  const failure = approving.error ?? withdrawing.error;
  return (
    <>
      {failure && <Failed failure={failure} />}
      {isYours && <p className="soft">{t("approvals.waitsForOther")}</p>}
      <div className="row-acts">
        {isYours && (
          <button
            type="button"
            className="act"
            disabled={withdrawing.isPending}
            onClick={() => withdrawing.mutate({ params })}
          >
            <Icon path={cross} />
            {t("approvals.withdraw")}
          </button>
        )}
        {!isYours && mayApprove && (
          <>
            <button
              type="button"
              className="button button-primary"
              disabled={approving.isPending}
              onClick={() => approving.mutate({ params })}
            >
              {t(approving.isPending ? "approvals.approving" : "approvals.approve")}
            </button>
            <button
              type="button"
              className="act"
              disabled={approving.isPending}
              onClick={() => setRefusing(true)}
            >
              <Icon path={cross} />
              {t("approvals.refuse")}
            </button>
          </>
        )}
      </div>
      {isRefusing && <RefuseDialog id={id} onDecided={onDecided} onClose={() => setRefusing(false)} />}
    </>
  );
}

function RefuseDialog({
  id,
  onDecided,
  onClose,
}: Decided & { readonly id: string; readonly onClose: () => void }) {
  const { t } = useWording();
  const kept = useKeptTyping(`refusal-${id}`, { sealed: ["note"] });
  const refusing = useChange("POST /api/v1/refund-approvals/:approvalId/refuse", (decided) => {
    kept.drop();
    onDecided(decided);
  });
  return (
    <WordsDialog
      title={t("approvals.refuse")}
      keeper={kept.keeper}
      name="note"
      label={t("approvals.note")}
      hint={t("approvals.noteHint")}
      maxLength={500}
      send={t("approvals.refuse")}
      sending={refusing}
      onSend={(note) =>
        refusing.mutate(
          { params: { approvalId: id }, body: note === "" ? {} : { note } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
