/** Invoices that are being written: continued, or thrown away, which can be undone. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ListedDraft } from "#contract/invoice-drafts.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { type CallFailure, call } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import type { DraftBody } from "./invoice-draft-body.ts";

export function Drafts() {
  const { t } = useWording();
  const may = useMay("invoices.issue");
  return (
    <Screen title={t("drafts.title")}>
      {may ? <DraftList /> : <p className="notice">{t("failures.permission_missing")}</p>}
    </Screen>
  );
}

function DraftList() {
  const { t } = useWording();
  const list = useList("GET /api/v1/invoice-drafts", { query: {} });
  const { removing, restoring, removed } = useRemoving();
  const failure = removing.error ?? restoring.error;
  return (
    <>
      <div role="status">
        {removed !== null && (
          <div className="notice">
            <p>{t("drafts.deleted")}</p>
            <button
              type="button"
              className="button"
              disabled={restoring.isPending}
              onClick={() => restoring.mutate({ body: removed })}
            >
              {t("drafts.undo")}
            </button>
          </div>
        )}
      </div>
      {failure && <Failed failure={failure} />}
      <Reading query={list}>
        {({ pages }) => {
          const drafts = pages.flatMap(({ items }) => items);
          if (drafts.length === 0) return <None />;
          return (
            <>
              <ul className="cards">
                {drafts.map((draft) => (
                  <DraftCard
                    key={draft.id}
                    draft={draft}
                    isBusy={removing.isPending}
                    onRemove={() => removing.mutate(draft.id)}
                  />
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
    </>
  );
}

/** What is thrown away is read first: to undo is to keep the same again. */
function useRemoving() {
  const { shop } = useSession();
  const queries = useQueryClient();
  const [removed, setRemoved] = useState<DraftBody | null>(null);
  const restoring = useChange("POST /api/v1/invoice-drafts", () => setRemoved(null));
  const removing = useMutation<DraftBody, CallFailure, string>({
    mutationFn: async (draftId) => {
      const [parts, options] = [{ params: { draftId } }, { shop: shop.merchantId }];
      const { invoice } = await call("GET /api/v1/invoice-drafts/:draftId", parts, options);
      await call("DELETE /api/v1/invoice-drafts/:draftId", parts, options);
      return invoice;
    },
    onSuccess: (body) => {
      setRemoved(body);
      return queries.invalidateQueries({ queryKey: [shop.merchantId, "GET /api/v1/invoice-drafts"] });
    },
  });
  return { removing, restoring, removed };
}

type CardProps = { readonly draft: ListedDraft; readonly isBusy: boolean; readonly onRemove: () => void };

function DraftCard({ draft, isBusy, onRemove }: CardProps) {
  const { t } = useWording();
  const { id, clientName, firstLine, firstPrice, externalOrderNumber, updatedAt } = draft;
  const name = clientName ?? firstLine ?? externalOrderNumber ?? t("drafts.untitled");
  const amount = firstPrice === null ? null : readTypedAmount(firstPrice, "SAR");
  return (
    <li className="card">
      <div className="card-row">
        <RowLink to="/invoices/new" search={{ draft: id }}>
          <bdi>{name}</bdi>
        </RowLink>
        {amount !== null && <Amount amount={amount} currency="SAR" />}
      </div>
      <div className="card-row">
        <DateShown instant={updatedAt} hasTime />
        <div className="row-acts">
          <button type="button" className="act" disabled={isBusy} onClick={onRemove}>
            <Icon path={cross} />
            {t("drafts.delete")}
            <span className="visually-hidden">{name}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

function None() {
  const { t } = useWording();
  return (
    <Empty title={t("drafts.none")}>
      <p>{t("drafts.noneHint")}</p>
      <Link to="/invoices/new" className="button button-primary">
        {t("shell.new")}
      </Link>
    </Empty>
  );
}
