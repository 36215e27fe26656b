/** What was done in the shop, by whom and from where, newest first: nothing of it can be changed or removed. */
import { Link, useSearch } from "@tanstack/react-router";
import type { Act } from "#contract/people.ts";
import { useList, useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { type Translate, useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { changesOf, type NameOf } from "./act-changes.ts";
import { actName } from "./act-name.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { type AuditFilters, auditQuery, readAuditFilters } from "./audit-filters.ts";

export function Audit() {
  const { t } = useWording();
  const may = useMay("audit.read");
  return (
    <Screen title={t("audit.title")}>
      {may && <Chain />}
      {may ? <Acts /> : <p className="notice">{t("failures.permission_missing")}</p>}
    </Screen>
  );
}

/** Whether somebody has changed the log behind the system's back. */
function Chain() {
  const { t } = useWording();
  const check = useRead("GET /api/v1/audit/check", { query: {} });
  return (
    <Reading query={check} rows={1}>
      {({ acts, brokenAt, fingerprint }) => {
        if (fingerprint === null) return null;
        if (brokenAt !== null)
          return (
            <p className="notice" role="alert">
              {t("audit.broken", { place: brokenAt })}
            </p>
          );
        return (
          <details className="panel">
            <summary>{t("audit.whole", { acts })}</summary>
            <p>{t("audit.fingerprint")}</p>
            <p>
              <bdi dir="ltr" className="code long-word">
                {fingerprint}
              </bdi>
            </p>
            <p className="soft">{t("audit.fingerprintHint", { acts })}</p>
          </details>
        );
      }}
    </Reading>
  );
}

function Acts() {
  const { t } = useWording();
  const filters = readAuditFilters(useSearch({ from: "/team/audit" }));
  const list = useList("GET /api/v1/audit", { query: auditQuery(filters) });
  const team = useRead("GET /api/v1/team", {});
  const nameOf: NameOf = (id) => team.data?.items.find(({ personId }) => personId === id)?.name ?? null;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <>
      <p className="soft">{t("audit.hint")}</p>
      <AuditFilterBar filters={filters} />
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const acts = pages.flatMap(({ items }) => items);
          if (acts.length === 0) return isNarrowed ? <NoneFound /> : <Empty title={t("audit.none")} />;
          return (
            <>
              <ul className="cards">
                {acts.map((one) => (
                  <OneAct key={one.id} act={one} filters={filters} nameOf={nameOf} />
                ))}
              </ul>
              <MoreOf list={list} canNarrow />
            </>
          );
        }}
      </Reading>
    </>
  );
}

function NoneFound() {
  const { t } = useWording();
  return (
    <Empty title={t("audit.noneFound")}>
      <Link to="/team/audit" className="button">
        {t("audit.all")}
      </Link>
    </Empty>
  );
}

type ActProps = { readonly act: Act; readonly filters: AuditFilters; readonly nameOf: NameOf };

function OneAct({ act, filters, nameOf }: ActProps) {
  const wording = useWording();
  const { t, language } = wording;
  const { at, actor, role, subject, result, address } = act;
  const title = actName(act.act, language);
  const isDone = result === "done";
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">{title ?? <bdi dir="ltr">{act.act}</bdi>}</span>
        <span className={isDone ? "chip chip-paid" : "chip chip-declined"}>
          {t(isDone ? "audit.done" : "audit.refused")}
        </span>
      </div>
      <div className="card-row">
        <span>
          <Link to="/team/audit" search={{ ...filters, actor: filterOf(actor) }}>
            <bdi>{whoOf(actor, t)}</bdi>
          </Link>
          {role !== null && ` · ${t(`role.${role}`)}`}
        </span>
        <DateShown instant={at} hasTime />
      </div>
      {changesOf(act, wording, nameOf).map(({ field, name, value }) => (
        <p key={field} className="long-word">
          {name}: <bdi>{value}</bdi>
        </p>
      ))}
      <p className="soft">
        <bdi dir="ltr" className="long-word">
          {[subject, isDone ? null : result, address].filter(Boolean).join(" · ")}
        </bdi>
      </p>
    </li>
  );
}

/** Also of colleagues who have left, and of revoked keys: whose name is pressed is whom the log is narrowed down to. */
function filterOf({ kind, id }: Act["actor"]): string {
  return kind === "operator" ? kind : `${kind} ${id}`;
}

function whoOf({ kind, id, name }: Act["actor"], t: Translate): string {
  if (kind === "person") return name ?? t("audit.formerPerson");
  return kind === "key" ? t("audit.key", { id: id ?? 0 }) : t("audit.operator");
}
