/** How far the issuing is, what stops it, and what can be done with what was issued. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { newIdempotencyKey } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { saveFile } from "../calls/save-file.ts";
import { Icon } from "../display/icon.tsx";
import { download } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { resultFile } from "./bulk-files.ts";
import type { Bulk, Issued, Sending, ToIssue } from "./bulk-store.ts";
import { keepBulk, startSending, useRun } from "./bulk-store.ts";
import { Rows } from "./rows.tsx";
import type { Run, Task } from "./run.ts";
import { RunProgress } from "./run-progress.tsx";

type IssuingProps = { readonly bulk: Bulk; readonly issuing: Run<ToIssue, Issued> };

export function Issuing({ bulk, issuing }: IssuingProps) {
  const wording = useWording();
  const { t } = wording;
  const queries = useQueryClient();
  const { phase, tasks } = useRun(issuing);
  const isDone = phase === "done";
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: [bulk.shop] });
  }, [isDone, queries, bulk.shop]);
  const name = `${bulk.fileName.replace(/\.\w+$/, "")}-${t("bulk.resultName")}.csv`;
  return (
    <>
      <RunProgress run={issuing} title={t(isDone ? "bulk.issued" : "bulk.issuing")} />
      {tasks.some(({ made }) => made?.isOld) && isDone && <IssueAgain issuing={issuing} tasks={tasks} />}
      {isDone && <SendAll bulk={bulk} tasks={tasks} />}
      <div className="bulk-acts">
        <button
          type="button"
          className="button"
          onClick={() => saveFile(resultFile(bulk.rows, tasks, wording), name)}
        >
          <Icon path={download} />
          {t("bulk.result")}
        </button>
        {isDone && (
          <button type="button" className="button" onClick={() => keepBulk(null)}>
            {t("bulk.otherFile")}
          </button>
        )}
      </div>
      <Rows key={String(isDone)} rows={bulk.rows} tasks={tasks} />
    </>
  );
}

type Tasks = readonly Task<ToIssue, Issued>[];

/** Rows that were issued before are never issued again automatically; next month's rent is the same file, and is meant to be. */
function IssueAgain({ issuing, tasks }: { readonly issuing: Run<ToIssue, Issued>; readonly tasks: Tasks }) {
  const { t } = useWording();
  const [isAsked, setAsked] = useState(false);
  const count = tasks.filter(({ made }) => made?.isOld).length;
  const again = (): void => {
    setAsked(false);
    const isOld = ({ made }: Task<ToIssue, Issued>): boolean => made?.isOld === true;
    issuing.again(isOld, (item) => ({ ...item, key: newIdempotencyKey() }));
  };
  return (
    <div className="notice">
      <p>{t("bulk.old", { count })}</p>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        {t("bulk.again")}
      </button>
      {isAsked && (
        <Dialog title={t("bulk.again")} onClose={() => setAsked(false)}>
          <div className="form">
            <p>{t("bulk.againHint", { count })}</p>
            <button type="button" className="button button-danger" onClick={again}>
              {t("bulk.issue", { count })}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The second step: the links of what was issued now go out by the channels that the shop has. */
function SendAll({ bulk, tasks }: { readonly bulk: Bulk; readonly tasks: Tasks }) {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const channels = (accounts.data?.items ?? []).filter(({ account }) => account !== null);
  const receivers = (channel: MessageChannelName): string[] =>
    tasks.flatMap(({ item, made }) => {
      const { email, mobile } = item.body.client ?? {};
      return made !== null && (channel === "email" ? email : mobile) ? [made.orderNumber] : [];
    });
  const offered = channels
    .map(({ channel }) => ({ channel, orderNumbers: receivers(channel) }))
    .filter(({ orderNumbers }) => orderNumbers.length > 0);
  if (offered.length === 0) return null;
  const isBegun = (channel: MessageChannelName): boolean =>
    bulk.sending.some((sending) => sending.channel === channel);
  return (
    <section className="panel" aria-labelledby="bulk-send">
      <h2 id="bulk-send">{t("bulk.send")}</h2>
      <div className="bulk-acts">
        {offered
          .filter(({ channel }) => !isBegun(channel))
          .map(({ channel, orderNumbers }) => (
            <button
              key={channel}
              type="button"
              className="button"
              onClick={() => startSending(bulk, channel, orderNumbers)}
            >
              {t(`send.${channel}`)} <bdi className="soft">({orderNumbers.length})</bdi>
            </button>
          ))}
      </div>
      {bulk.sending.map((sending) => (
        <SendProgress key={sending.channel} sending={sending} />
      ))}
    </section>
  );
}

function SendProgress({ sending: { channel, run } }: { readonly sending: Sending }) {
  const { t } = useWording();
  return <RunProgress run={run} title={t(`send.${channel}`)} />;
}
