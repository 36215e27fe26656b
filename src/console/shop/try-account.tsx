/** Asks the provider of a method whether it knows the account: nothing is charged. */
import { useChange } from "../calls/queries.ts";
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

const looks = { answers: "chip chip-paid", no_answer: "chip chip-overdue", no_account: "chip" } as const;

export function TryAccount({ method }: { readonly method: string }) {
  const { t } = useWording();
  const trying = useChange("POST /api/v1/accounts/:method/try");
  return (
    <div className="card-row">
      <button
        type="button"
        className="act"
        disabled={trying.isPending}
        onClick={() => trying.mutate({ params: { method } })}
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
