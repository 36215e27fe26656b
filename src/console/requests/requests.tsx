/** The calls of the shop's programs: which key called what, what it was answered and from where. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useList, useRead } from "../calls/queries.ts";
import { DeveloperScreen } from "../developers/developer-screen.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { RequestRows } from "./request-rows.tsx";

export function Requests() {
  const { t } = useWording();
  const navigate = useNavigate();
  const { key, show, order } = useSearch({ from: "/developers/requests" });
  const list = useList("GET /api/v1/requests", {
    query: { limit: 50, ...(key && { keyId: key }), ...(show && { show }), ...(order && { order }) },
  });
  return (
    <DeveloperScreen title={t("requests.title")}>
      <KeyChoice
        chosen={key}
        onChoose={(chosen) =>
          void navigate({
            to: "/developers/requests",
            search: { ...(chosen && { key: chosen }), ...(show && { show }), ...(order && { order }) },
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
              search: {
                ...(key && { key }),
                ...(order && { order }),
                ...(target.checked && { show: "refused" as const }),
              },
            })
          }
        />
        <span>{t("requests.refused")}</span>
      </label>
      {order && (
        <p className="filtered">
          <Link to="/invoices/$orderNumber" params={{ orderNumber: order }}>
            {t("messages.invoice")} <bdi dir="ltr">{order}</bdi>
          </Link>
          <Link
            to="/developers/requests"
            search={{ ...(key && { key }), ...(show && { show }) }}
            className="button"
          >
            {t("requests.ofAll")}
          </Link>
        </p>
      )}
      <Reading query={list} rows={6}>
        {({ pages }) => {
          const requests = pages.flatMap(({ items }) => items);
          if (requests.length === 0)
            return <Empty title={t(key || show || order ? "requests.noneFound" : "requests.none")} />;
          return (
            <>
              <RequestRows requests={requests} invoices={order ? "known" : "linked"} />
              <MoreOf list={list} canNarrow />
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
