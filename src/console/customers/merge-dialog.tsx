/** Makes one customer of two: the other one is looked for, both are shown, and the person says which one stays. */
import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import type { Client } from "#contract/clients.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Empty, Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { SearchBox } from "../search/search-box.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { CustomerFacts } from "./customer.tsx";

type MergeProps = { readonly client: Client; readonly onClose: () => void };

export function MergeDialog({ client, onClose }: MergeProps) {
  const { t } = useWording();
  const [other, setOther] = useState<Client | null>(null);
  return (
    <Dialog title={t("merge.title")} onClose={onClose}>
      {other === null ? (
        <Choice client={client} onChoose={setOther} />
      ) : (
        <Preview both={[client, other]} onBack={() => setOther(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Those with the same name first: a duplicate mostly has it. */
function Choice({
  client,
  onChoose,
}: {
  readonly client: Client;
  readonly onChoose: (other: Client) => void;
}) {
  const { t } = useWording();
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDeferredValue(typed ?? client.name ?? client.legalName ?? "").trim();
  const found = useRead("GET /api/v1/clients", {
    query: { limit: 20, ...(search !== "" && { search: search.slice(0, 100) }) },
  });
  return (
    <div className="form">
      <p>{t("merge.choose")}</p>
      <SearchBox text={typed ?? ""} onText={setTyped} label={t("customers.search")} />
      <Reading query={found} rows={3}>
        {({ items }) => {
          const others = items.filter(({ id }) => id !== client.id);
          if (others.length === 0) return <Empty title={t("found.none")} />;
          return (
            <ul className="cards">
              {others.map((one) => (
                <li key={one.id} className="card">
                  <button type="button" className="row-link card-row" onClick={() => onChoose(one)}>
                    <bdi>{one.name ?? one.legalName ?? t("customers.nameless")}</bdi>
                    {one.mobile && <bdi dir="ltr">{one.mobile}</bdi>}
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Reading>
    </div>
  );
}

type PreviewProps = {
  readonly both: readonly [Client, Client];
  readonly onBack: () => void;
  readonly onClose: () => void;
};

function Preview({ both, onBack, onClose }: PreviewProps) {
  const { t } = useWording();
  const navigate = useNavigate();
  const [kept, setKept] = useState(both[0].id);
  const merging = useChange("POST /api/v1/clients/:clientId/merge");
  const duplicate = both.find(({ id }) => id !== kept);
  const clientId = String(kept);
  const merge = (): void => {
    if (!duplicate) return;
    merging.mutate(
      { params: { clientId }, body: { duplicateId: duplicate.id } },
      {
        onSuccess: () => {
          onClose();
          void navigate({ to: "/customers/$clientId", params: { clientId }, replace: true });
        },
      },
    );
  };
  return (
    <div className="form">
      <fieldset className="line">
        <legend>{t("merge.which")}</legend>
        {both.map((client) => (
          <label key={client.id} className="merge-side">
            <span className="check">
              <input
                type="radio"
                name="kept"
                checked={kept === client.id}
                onChange={() => setKept(client.id)}
              />
              {t(kept === client.id ? "merge.stays" : "merge.goes")}
            </span>
            <CustomerFacts client={client} />
          </label>
        ))}
      </fieldset>
      <p>{t("merge.hint")}</p>
      {merging.error && <Failed failure={merging.error} />}
      <div className="downloads">
        <button type="button" className="button" onClick={onBack}>
          {t("merge.back")}
        </button>
        <button type="button" className="button button-danger" disabled={merging.isPending} onClick={merge}>
          {t("merge.now")}
        </button>
      </div>
    </div>
  );
}
