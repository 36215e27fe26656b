/** The calls of the shop's programs: which key called what, what it was answered and from where. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useList, useRead } from "../calls/queries.ts";
import { DeveloperScreen } from "../developers/developer-screen.tsx";
import { DateShown } from "../display/date.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

export function Requests() {
  const { t } = useWording();
  const navigate = useNavigate();
  const { key, show } = useSearch({ from: "/developers/requests" });
  const list = useList("GET /api/v1/requests", {
    query: { limit: 50, ...(key && { keyId: key }), ...(show && { show }) },
  });
  return (
    <DeveloperScreen title={t("requests.title")}>
      <KeyChoice
        chosen={key}
        onChoose={(chosen) =>
          void navigate({
            to: "/developers/requests",
            search: { ...(chosen && { key: chosen }), ...(show && { show }) },
          })
        }
      />
      <label className="check">
        <input
          type="checkbox"
          checked={show === "refused"}
          onChange={({ target }) =>
            void navigate({
              to: "/developers/requests",
              search: { ...(key && { key }), ...(target.checked && { show: "refused" as const }) },
            })
          }
        />
        <span>{t("requests.refused")}</span>
      </label>
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const requests = pages.flatMap(({ items }) => items);
          if (requests.length === 0)
            return <Empty title={t(key || show ? "requests.noneFound" : "requests.none")} />;
          return (
            <>
              <ul className="cards">
                {requests.map((one) => (
                  <li key={one.id} className="card">
                    <div className="card-row">
                      <bdi dir="ltr" className="code long-word">
                        <b>{one.method}</b> {one.route}
                      </bdi>
                      <bdi dir="ltr" className={one.status < 400 ? "chip chip-paid" : "chip chip-declined"}>
                        {one.code ? `${one.status} ${one.code}` : one.status}
                      </bdi>
                    </div>
                    <div className="card-row">
                      <DateShown instant={one.at} hasTime />
                      <bdi>{one.key.name}</bdi>
                    </div>
                    <p className="soft">
                      <bdi dir="ltr" className="code long-word">
                        {`${one.durationMs} ms · ${one.address} · ${one.requestId}`}
                      </bdi>
                    </p>
                  </li>
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
    </DeveloperScreen>
  );
}

type KeyChoiceProps = {
  readonly chosen: number | undefined;
  readonly onChoose: (keyId: number | null) => void;
};

/** Revoked keys can be chosen, too: whether one was still called is what one looks for after a rotation. */
function KeyChoice({ chosen, onChoose }: KeyChoiceProps) {
  const { t } = useWording();
  const keys = useRead("GET /api/v1/keys", {});
  return (
    <label className="field">
      <span>{t("requests.key")}</span>
      <select
        className="control"
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{t("requests.allKeys")}</option>
        {keys.data?.items.map(({ id, name, prefix }) => (
          <option key={id} value={id}>
            {`${name} · ${prefix}…`}
          </option>
        ))}
      </select>
    </label>
  );
}
