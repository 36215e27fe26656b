/** How far a run is, why it waits, and the buttons that stop it, let it continue, or try again what was refused. */
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useRun } from "./bulk-store.ts";
import type { Run } from "./run.ts";

type ProgressProps<Item, Made> = { readonly run: Run<Item, Made>; readonly title: string };

export function RunProgress<Item, Made>({ run, title }: ProgressProps<Item, Made>) {
  const { t } = useWording();
  const { phase, why, tasks } = useRun(run);
  const done = tasks.filter(({ step }) => step === "done").length;
  const failed = tasks.filter(({ step }) => step === "failed").length;
  return (
    <div className="panel run">
      <p className="run-title">{title}</p>
      <progress max={tasks.length} value={done + failed} aria-label={title} />
      <p className="bulk-count">
        <span className="chip chip-paid">{t("bulk.doneOf", { done, count: tasks.length })}</span>
        {failed > 0 && <span className="chip chip-overdue">{t("bulk.failed", { count: failed })}</span>}
      </p>
      <p role="status">
        {phase === "done" && t(failed > 0 ? "bulk.endedWithFaults" : "bulk.ended")}
        {phase === "held" && t("bulk.held")}
        {phase === "paused" && t("bulk.paused")}
      </p>
      {why && (
        <p className="field-fault" role="alert">
          {failureText(why, t)}
        </p>
      )}
      <div className="bulk-acts">
        {(phase === "running" || phase === "held") && (
          <button type="button" className="button" onClick={run.pause}>
            {t("bulk.pause")}
          </button>
        )}
        {(phase === "paused" || phase === "held") && (
          <button type="button" className="button button-primary" onClick={run.go}>
            {t("bulk.goOn")}
          </button>
        )}
        {phase === "done" && failed > 0 && (
          <button type="button" className="button" onClick={() => run.again(({ step }) => step === "failed")}>
            {t("bulk.retryFailed")}
          </button>
        )}
      </div>
    </div>
  );
}
