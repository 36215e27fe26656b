/** Webhook endpoints: whether each one is well, a new one in one dialog, its secret shown once. */
import { useState } from "react";
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { useRead } from "../calls/queries.ts";
import { DeveloperScreen } from "../developers/developer-screen.tsx";
import { Icon } from "../display/icon.tsx";
import { plus } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointState, EndpointTrouble } from "./endpoint-state.tsx";
import { type Made, MadeSecret } from "./made-secret.tsx";

export function Webhooks() {
  const { t } = useWording();
  const endpoints = useRead("GET /api/v1/webhook-endpoints", {});
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const act = (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      <Icon path={plus} />
      {t("webhooks.new")}
    </button>
  );
  return (
    <DeveloperScreen title={t("webhooks.title")} acts={act}>
      <Reading query={endpoints}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("webhooks.none")}>
              <p>{t("webhooks.noneHint")}</p>
            </Empty>
          ) : (
            <ul className="cards">
              {items.map((one) => (
                <EndpointCard key={one.id} endpoint={one} />
              ))}
            </ul>
          )
        }
      </Reading>
      {isMaking && <EndpointDialog endpoint={null} onClose={() => setMaking(false)} onMade={setMade} />}
      {made && <MadeSecret made={made} onClose={() => setMade(null)} />}
    </DeveloperScreen>
  );
}

function EndpointCard({ endpoint }: { readonly endpoint: WebhookEndpointModel }) {
  const { t } = useWording();
  const { id, url, description, types } = endpoint;
  return (
    <li className="card">
      <div className="card-row">
        <RowLink
          to="/developers/webhooks/$endpointId"
          params={{ endpointId: String(id) }}
          className="row-link long-word"
        >
          <bdi dir="ltr">{url}</bdi>
        </RowLink>
        <EndpointState endpoint={endpoint} />
      </div>
      <p className="soft">
        {description && (
          <>
            <bdi>{description}</bdi> ·{" "}
          </>
        )}
        {types.length === 0 ? t("webhooks.allEvents") : t("webhooks.someEvents", { count: types.length })}
      </p>
      <EndpointTrouble endpoint={endpoint} />
    </li>
  );
}
