/** One endpoint: what it gets, how it is, its secret, and every delivery with request and answer. */
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DeveloperScreen } from "../developers/developer-screen.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { check, cross, key, pen, repeat, send } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointState, EndpointTrouble } from "./endpoint-state.tsx";
import { eventName } from "./event-name.ts";
import { type Made, MadeSecret } from "./made-secret.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";

export function Endpoint() {
  const { t } = useWording();
  const { endpointId } = useParams({ from: "/developers/webhooks/$endpointId" });
  const [testedAt, setTestedAt] = useState<number | null>(null);
  const endpoint = useRead("GET /api/v1/webhook-endpoints/:endpointId", { params: { endpointId } });
  return (
    <DeveloperScreen title={t("webhooks.one")}>
      <Reading query={endpoint} rows={2}>
        {(one) => (
          <>
            <Facts endpoint={one} onTested={() => setTestedAt(Date.now())} />
            <Deliveries
              endpointId={endpointId}
              version={one.version}
              testedAt={testedAt}
              onTried={endpoint.refetch}
            />
          </>
        )}
      </Reading>
    </DeveloperScreen>
  );
}

type EndpointProps = { readonly endpoint: WebhookEndpointModel };
type TestedProps = EndpointProps & { readonly onTested: () => void };

function Facts({ endpoint, onTested }: TestedProps) {
  const { t } = useWording();
  const { url, description, types, secretSince } = endpoint;
  return (
    <section className="panel" aria-labelledby="endpoint">
      <div className="card-row">
        <h2 id="endpoint" className="long-word">
          <bdi dir="ltr">{url}</bdi>
        </h2>
        <EndpointState endpoint={endpoint} />
      </div>
      {description && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <EndpointTrouble endpoint={endpoint} />
      <dl>
        <div className="fact">
          <dt>{t("webhooks.events")}</dt>
          <dd>
            {types.length === 0
              ? t("webhooks.allEvents")
              : types.map((type) => eventName(type, t)).join(t("keys.comma"))}
          </dd>
        </div>
        <div className="fact">
          <dt>{t("webhooks.secretSince")}</dt>
          <dd>
            <DateShown instant={secretSince} hasTime />
          </dd>
        </div>
      </dl>
      <Acts endpoint={endpoint} onTested={onTested} />
    </section>
  );
}

type Opened = "edit" | "rotate" | "replay" | "remove" | null;

function Acts({ endpoint, onTested }: TestedProps) {
  const { t } = useWording();
  const [opened, setOpened] = useState<Opened>(null);
  const [made, setMade] = useState<Made | null>(null);
  const testing = useChange("POST /api/v1/webhook-endpoints/:endpointId/test");
  const switching = useChange("PATCH /api/v1/webhook-endpoints/:endpointId");
  const params = { endpointId: String(endpoint.id) };
  const failure = testing.error ?? switching.error;
  const close = (): void => setOpened(null);
  const dialogs: readonly [Opened, string, string][] = [
    ["edit", pen, t("webhooks.edit")],
    ["replay", repeat, t("webhooks.replay")],
    ["rotate", key, t("webhooks.rotate")],
    ["remove", cross, t("webhooks.remove")],
  ];
  const toggle = endpoint.isEnabled ? cross : check;
  return (
    <>
      {failure && <Failed failure={failure} />}
      <div className="row-acts">
        <button
          type="button"
          className="act"
          disabled={testing.isPending}
          onClick={() => testing.mutate({ params }, { onSuccess: onTested })}
        >
          <Icon path={send} className="is-directed" />
          {t("webhooks.test")}
        </button>
        <button
          type="button"
          className="act"
          disabled={switching.isPending}
          onClick={() => switching.mutate({ params, body: { isEnabled: !endpoint.isEnabled } })}
        >
          <Icon path={toggle} />
          {t(endpoint.isEnabled ? "webhooks.turnOff" : "webhooks.turnOn")}
        </button>
        {dialogs.map(([which, icon, text]) => (
          <button key={which} type="button" className="act" onClick={() => setOpened(which)}>
            <Icon path={icon} />
            {text}
          </button>
        ))}
      </div>
      <p role="status">{testing.isSuccess && t("webhooks.testSent")}</p>
      {opened === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {opened === "replay" && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {opened === "rotate" && <RotateDialog endpoint={endpoint} onClose={close} onMade={setMade} />}
      {opened === "remove" && <RemoveDialog endpoint={endpoint} onClose={close} />}
      {made && <MadeSecret made={made} onClose={() => setMade(null)} />}
    </>
  );
}

type DialogOfEndpoint = EndpointProps & { readonly onClose: () => void };

const overlapsHours = [24, 72, 168, 0] as const;

/** Both secrets sign for a while, so that the receiver changes over without losing an event. */
function RotateDialog(props: DialogOfEndpoint & { readonly onMade: (made: Made) => void }) {
  const { endpoint, onClose, onMade } = props;
  const { t } = useWording();
  const [overlapHours, setOverlap] = useState<number>(overlapsHours[0]);
  const rotating = useChange("POST /api/v1/webhook-endpoints/:endpointId/rotate-secret", (made) => [
    onClose(),
    onMade(made),
  ]);
  return (
    <Dialog title={t("webhooks.rotate")} onClose={onClose}>
      <div className="form">
        <p>{t("webhooks.rotateHint")}</p>
        <label className="field">
          <span>{t("webhooks.overlap")}</span>
          <select
            className="control"
            value={overlapHours}
            onChange={({ target }) => setOverlap(Number(target.value))}
          >
            {overlapsHours.map((hours) => (
              <option key={hours} value={hours}>
                {hours === 0 ? t("webhooks.atOnce") : t("webhooks.days", { count: hours / 24 })}
              </option>
            ))}
          </select>
        </label>
        {rotating.error && <Failed failure={rotating.error} />}
        <button
          type="button"
          className="button button-primary"
          disabled={rotating.isPending}
          onClick={() =>
            rotating.mutate({ params: { endpointId: String(endpoint.id) }, body: { overlapHours } })
          }
        >
          {t("webhooks.rotate")}
        </button>
      </div>
    </Dialog>
  );
}

/** Its secret and what it was still to get cannot be brought back: this is asked. */
function RemoveDialog({ endpoint, onClose }: DialogOfEndpoint) {
  const { t } = useWording();
  const navigate = useNavigate();
  const removing = useChange("DELETE /api/v1/webhook-endpoints/:endpointId", () =>
    navigate({ to: "/developers/webhooks", replace: true }),
  );
  return (
    <Dialog title={t("webhooks.remove")} onClose={onClose}>
      <div className="form">
        <p>{t("webhooks.removeHint")}</p>
        <bdi dir="ltr" className="code long-word">
          {endpoint.url}
        </bdi>
        {removing.error && <Failed failure={removing.error} />}
        <button
          type="button"
          className="button button-danger"
          disabled={removing.isPending}
          onClick={() => removing.mutate({ params: { endpointId: String(endpoint.id) } })}
        >
          {t("webhooks.removeNow")}
        </button>
      </div>
    </Dialog>
  );
}
