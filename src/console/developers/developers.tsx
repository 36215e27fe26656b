/** Keys of the API: made, rotated with an overlap that shows whether the old one is still used, revoked. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiKeyModel, CreatedApiKey } from "#contract/api-keys.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { clock, cross, plus, repeat } from "../display/icons.ts";
import { Empty, Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { DeveloperScreen } from "./developer-screen.tsx";
import { LastUse } from "./last-use.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { ShownOnce } from "./shown-once.tsx";

export function Developers() {
  const { t } = useWording();
  const keys = useRead("GET /api/v1/keys", {});
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const act = (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      <Icon path={plus} />
      {t("keys.new")}
    </button>
  );
  return (
    <DeveloperScreen title={t("keys.title")} acts={act}>
      <Reading query={keys}>
        {({ items }) => {
          const inForce = items.filter(({ revokedAt }) => revokedAt === null);
          if (inForce.length === 0) return <Empty title={t("keys.none")} />;
          return (
            <ul className="cards">
              {inForce.map((one) => (
                <Key key={one.id} apiKey={one} onMade={setMade} />
              ))}
            </ul>
          );
        }}
      </Reading>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} onMade={setMade} />}
      {made && (
        <ShownOnce
          title={t("keys.made")}
          secret={made.key}
          hint={t("keys.madeHint")}
          goneHint={t("keys.goneHint")}
          copyText={t("keys.copy")}
          onClose={() => setMade(null)}
        />
      )}
    </DeveloperScreen>
  );
}

type KeyProps = { readonly apiKey: ApiKeyModel; readonly onMade: (made: CreatedApiKey) => void };

function Key({ apiKey, onMade }: KeyProps) {
  const { t } = useWording();
  const { id, name, prefix, scopes, expiresAt } = apiKey;
  const exchanging = useChange("POST /api/v1/keys/:keyId/exchange", onMade);
  const [isRevoking, setRevoking] = useState(false);
  const params = { keyId: String(id) };
  return (
    <li className="card">
      <div className="card-row">
        <bdi className="card-name">{name}</bdi>
        <bdi dir="ltr" className="code">
          {prefix}…
        </bdi>
      </div>
      <p>{scopes.map((scope) => t(`scope.${scope}`)).join(t("keys.comma"))}</p>
      <LastUse apiKey={apiKey} />
      {expiresAt && (
        <p className="why">
          {t("keys.ends")} <DateShown instant={expiresAt} hasTime />
        </p>
      )}
      {exchanging.error && <Failed failure={exchanging.error} />}
      <div className="row-acts">
        <Link to="/developers/requests" search={{ key: id }} className="act">
          <Icon path={clock} />
          {t("keys.calls")}
        </Link>
        {expiresAt === null && (
          <button
            type="button"
            className="act"
            disabled={exchanging.isPending}
            onClick={() => exchanging.mutate({ params, body: {} })}
          >
            <Icon path={repeat} />
            {t("keys.rotate")}
          </button>
        )}
        <button type="button" className="act" onClick={() => setRevoking(true)}>
          <Icon path={cross} />
          {t("keys.revoke")}
        </button>
      </div>
      {isRevoking && <RevokeDialog apiKey={apiKey} onClose={() => setRevoking(false)} />}
    </li>
  );
}
