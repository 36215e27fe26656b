/** Which acts are listed: of whom, about what, and when. Colleagues who have left and keys are chosen by their name on an act. */
import { useNavigate } from "@tanstack/react-router";
import { actKindNames, readActKind } from "#core/act-kinds.ts";
import { useRead } from "../calls/queries.ts";
import { DayField } from "../display/day-field.tsx";
import { useWording } from "../i18n/texts.ts";
import { readDay } from "../invoices/invoice-filters.ts";
import type { AuditFilters } from "./audit-filters.ts";

type BarProps = { readonly filters: AuditFilters };

/** Replaces one filter, or ends it where nothing is chosen. */
function useNarrow({ filters }: BarProps) {
  const navigate = useNavigate();
  return (change: { readonly [Name in keyof AuditFilters]: AuditFilters[Name] | null }): void => {
    const chosen = Object.entries({ ...filters, ...change }).filter(([, value]) => value != null);
    void navigate({ to: "/team/audit", search: Object.fromEntries(chosen), replace: true });
  };
}

export function AuditFilterBar({ filters }: BarProps) {
  const { t } = useWording();
  const narrow = useNarrow({ filters });
  const isDated = filters.from !== undefined || filters.to !== undefined;
  return (
    <div className="filters">
      <div className="date-fields">
        <ActorChoice chosen={filters.actor} onChoose={(actor) => narrow({ actor })} />
        <label className="field">
          <span>{t("audit.kind")}</span>
          <select
            className="control"
            value={filters.kind ?? ""}
            onChange={({ target }) => narrow({ kind: readActKind(target.value) })}
          >
            <option value="">{t("audit.allKinds")}</option>
            {actKindNames.map((kind) => (
              <option key={kind} value={kind}>
                {t(`audit.kind_${kind}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <details className="dates" open={isDated}>
        <summary>{t("invoices.dates")}</summary>
        <div className="date-fields">
          <DayField
            label={t("invoices.from")}
            value={filters.from}
            onChoose={(text) => narrow({ from: readDay(text) ?? null })}
          />
          <DayField
            label={t("invoices.to")}
            value={filters.to}
            onChoose={(text) => narrow({ to: readDay(text) ?? null })}
          />
          {isDated && (
            <button type="button" className="button" onClick={() => narrow({ from: null, to: null })}>
              {t("invoices.allDays")}
            </button>
          )}
        </div>
      </details>
    </div>
  );
}

type ActorChoiceProps = {
  readonly chosen: string | undefined;
  readonly onChoose: (actor: string | null) => void;
};

function ActorChoice({ chosen, onChoose }: ActorChoiceProps) {
  const { t } = useWording();
  const team = useRead("GET /api/v1/team", {});
  const people = (team.data?.items ?? []).map(({ personId, name }) => [`person ${personId}`, name]);
  const actors = [...people, ["operator", t("audit.operator")]];
  const isListed = chosen === undefined || actors.some(([actor]) => actor === chosen);
  return (
    <label className="field">
      <span>{t("audit.actor")}</span>
      <select
        className="control"
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
      >
        <option value="">{t("audit.allActors")}</option>
        {actors.map(([actor, name]) => (
          <option key={actor} value={actor}>
            {name}
          </option>
        ))}
        {!isListed && (
          <option value={chosen}>
            {chosen.startsWith("key ") ? t("audit.key", { id: chosen.slice(4) }) : t("audit.otherActor")}
          </option>
        )}
      </select>
    </label>
  );
}
