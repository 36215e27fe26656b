/** Whether what is typed is kept, in a line that is read aloud; why not, with a way to try again. */
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import type { SaveState } from "./draft-keeper.ts";

type DraftStateProps = { readonly state: SaveState; readonly onRetry: () => void };

export function DraftState({ state, onRetry }: DraftStateProps) {
  const { t } = useWording();
  const failure = typeof state === "string" ? null : state;
  const canRetry =
    failure !== null && failure.code !== "draft_gone" && failure.code !== "precondition_failed";
  return (
    <div className="draft-state">
      <p className="soft" role="status">
        {state === "saved" && t("drafts.saved")}
        {failure !== null && (
          <>
            {t("drafts.notSaved")} <span className="field-fault">{failureText(failure, t)}</span>
          </>
        )}
      </p>
      {canRetry && (
        <button type="button" className="act" onClick={onRetry}>
          {t("states.retry")}
        </button>
      )}
    </div>
  );
}
