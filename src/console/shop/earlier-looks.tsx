/** The looks that were saved before, and the press that goes back to one of them. */
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { repeat } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

/** Older ones are not remembered. */
const mostShown = 12;

export function EarlierLooks() {
  const { t } = useWording();
  const versions = useRead("GET /api/v1/theme/versions", {});
  const restoring = useChange("POST /api/v1/theme/versions/:version/restore");
  const earlier = versions.data?.items.filter(({ isCurrent }) => !isCurrent).slice(0, mostShown) ?? [];
  if (earlier.length === 0) return null;
  return (
    <details className="panel">
      <summary>{t("look.earlier")}</summary>
      <ul className="menu">
        {earlier.map(({ version, savedAt, settings }) => {
          const colour = settings["primaryColor"];
          return (
            <li key={version} className="card-row">
              <span>
                <DateShown instant={savedAt} hasTime />{" "}
                {typeof colour === "string" && (
                  <bdi dir="ltr" className="soft code">
                    {colour}
                  </bdi>
                )}
              </span>
              <button
                type="button"
                className="act"
                disabled={restoring.isPending}
                onClick={() => restoring.mutate({ params: { version: String(version) }, body: {} })}
              >
                <Icon path={repeat} />
                {t("look.restore")}
              </button>
            </li>
          );
        })}
      </ul>
      {restoring.error && <Failed failure={restoring.error} />}
      <p role="status">{restoring.isSuccess && t("look.restored")}</p>
    </details>
  );
}
