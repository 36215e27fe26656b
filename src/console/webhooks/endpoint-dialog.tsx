/** A new endpoint, or another address and other events for one: what is wrong with the address is said at its field. */
import { type SubmitEvent, useId, useState } from "react";
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { type EventType, eventTypes } from "#core/event-types.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { eventName } from "./event-name.ts";
import type { Made } from "./made-secret.tsx";

type EndpointDialogProps = {
  /** Null: a new one. */
  readonly endpoint: WebhookEndpointModel | null;
  readonly onClose: () => void;
  readonly onMade?: (made: Made) => void;
};

/** A test is sent to the endpoint that asks for it, whatever it has chosen. */
const chosenTypes = eventTypes.filter((type) => type !== "webhook_endpoint.test");

export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const { t } = useWording();
  const making = useChange("POST /api/v1/webhook-endpoints", (made) => [onClose(), onMade?.(made)]);
  const changing = useChange("PATCH /api/v1/webhook-endpoints/:endpointId");
  const [fault, setFault] = useState<{ url?: TextKey; types?: TextKey }>({});
  const failure = making.error ?? changing.error;
  const refusedFields = failure?.fields.map(({ path }) => path) ?? [];
  const wrongDescription = faultAt(failure, "description");
  const isUrlRefused = refusedFields.includes("url");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const url = String(form.get("url") ?? "").trim();
    const description = String(form.get("description") ?? "").trim() || null;
    const isAll = form.get("which") === "all";
    const types = isAll ? [] : chosenTypes.filter((type) => form.has(type));
    const wrong = {
      ...(!URL.canParse(url) && { url: "fault.webhookUrl" as const }),
      ...(!isAll && types.length === 0 && { types: "fault.eventTypes" as const }),
    };
    setFault(wrong);
    if (Object.keys(wrong).length > 0) return;
    const body = { url, description, types };
    if (endpoint === null) making.mutate({ body });
    else
      changing.mutate({ params: { endpointId: String(endpoint.id) }, body }, { onSuccess: () => onClose() });
  };
  return (
    <Dialog title={t(endpoint === null ? "webhooks.new" : "webhooks.edit")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          name="url"
          label={t("webhooks.url")}
          hint={t("webhooks.urlHint")}
          isLtr
          isRequired
          maxLength={2048}
          defaultValue={endpoint?.url}
          fault={fault.url ?? (isUrlRefused ? "fault.webhookUrlRefused" : null)}
        />
        <Field
          name="description"
          label={t("webhooks.description")}
          maxLength={200}
          defaultValue={endpoint?.description ?? ""}
          fault={wrongDescription}
        />
        <ChosenEvents chosen={endpoint?.types ?? []} fault={fault.types ?? null} />
        {failure && !isUrlRefused && !wrongDescription && <Failed failure={failure} />}
        <button
          type="submit"
          className="button button-primary"
          disabled={making.isPending || changing.isPending}
        >
          {t(endpoint === null ? "webhooks.make" : "webhooks.save")}
        </button>
      </form>
    </Dialog>
  );
}

/** All events, also those that come later, or the ones that are ticked. */
function ChosenEvents({
  chosen,
  fault,
}: {
  readonly chosen: readonly EventType[];
  readonly fault: TextKey | null;
}) {
  const { t } = useWording();
  const id = useId();
  const [isAll, setAll] = useState(chosen.length === 0);
  return (
    <fieldset className="line" aria-describedby={fault ? id : undefined}>
      <legend>{t("webhooks.events")}</legend>
      <label className="check">
        <input type="radio" name="which" value="all" checked={isAll} onChange={() => setAll(true)} />
        <span>{t("webhooks.allEvents")}</span>
      </label>
      <label className="check">
        <input type="radio" name="which" value="some" checked={!isAll} onChange={() => setAll(false)} />
        <span>{t("webhooks.chosenEvents")}</span>
      </label>
      {!isAll && (
        <div className="event-choices">
          {chosenTypes.map((type) => (
            <label key={type} className="check">
              <input type="checkbox" name={type} defaultChecked={chosen.includes(type)} />
              <span>
                {eventName(type, t)}{" "}
                <bdi dir="ltr" className="code soft">
                  {type}
                </bdi>
              </span>
            </label>
          ))}
        </div>
      )}
      {fault && (
        <p className="field-fault" id={id}>
          {t(fault)}
        </p>
      )}
    </fieldset>
  );
}
