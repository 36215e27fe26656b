/** Asks the provider of a method whether it knows the account: nothing is charged. */
import { useEffect } from "react";
import { useChange } from "../calls/change.ts";
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

const looks = { answers: "chip chip-paid", no_answer: "chip chip-overdue", no_account: "chip" } as const;

type TryProps = {
  readonly method: string;
  /** Of an account that was connected just now: it is tried at once, and this receives the answer. */
  readonly onAnswer?: (state: keyof typeof looks) => void;
};

export function TryAccount({ method, onAnswer }: TryProps) {
  const { t } = useWording();
  const trying = useChange("POST /api/v1/accounts/:method/try", ({ state }) => onAnswer?.(state));
  const { mutate } = trying;
  const isAtOnce = onAnswer !== undefined;
  useEffect(() => {
    if (isAtOnce) mutate({ params: { method } });
  }, [isAtOnce, method, mutate]);
  return (
    <div className="card-row">
      <button
        type="button"
        className="act"
        disabled={trying.isPending}
        onClick={() => mutate({ params: { method } })}
      >
        {t("methods.try")}
      </button>
      <span role="status">
        {trying.isPending && t("methods.trying")}
        {trying.data && (
          <span className={looks[trying.data.state]}>{t(`methods.tried.${trying.data.state}`)}</span>
        )}
        {trying.error && <span className="field-fault">{failureText(trying.error, t)}</span>}
      </span>
    </div>
  );
}
