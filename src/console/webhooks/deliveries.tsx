/** The deliveries of an endpoint, newest first: each try with what was sent and what came back, and again by one press. */
import { useEffect, useRef, useState } from "react";
import type { WebhookDeliveryModel, WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { payloadVersions } from "#core/event-types.ts";
import { useChange } from "../calls/change.ts";
import { useList, useRead } from "../calls/queries.ts";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { repeat } from "../display/icons.ts";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { textIfAny, useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { eventName } from "./event-name.ts";

type State = WebhookDeliveryModel["state"];

/** As the filter offers them: what went wrong first. */
const states: readonly State[] = ["failed", "due", "delivered", "dropped"];

const stateChips: Readonly<Record<State, string>> = {
  due: "chip chip-unknown",
  delivered: "chip chip-paid",
  failed: "chip chip-declined",
  dropped: "chip",
};

/** How long after it was asked for a delivery is looked for again automatically, and how often. */
const watchedMs = 60_000;
const lookAgainMs = 1_500;
/** How long after a test event was asked for its delivery is looked for. */
const expectedMs = 10_000;

type DeliveriesProps = Pick<WebhookEndpointModel, "version"> & {
  readonly endpointId: string;
  /** When a test event was last asked for, milliseconds since the epoch: its delivery is made a moment later. */
  readonly testedAt: number | null;
  /** Called when a delivery that was on its way has been tried: the endpoint's state may be another one. */
  readonly onTried: () => unknown;
};

export function Deliveries({ endpointId, version, testedAt, onTried }: DeliveriesProps) {
  const { t } = useWording();
  const [state, setState] = useState<State | null>(null);
  const list = useList("GET /api/v1/webhook-endpoints/:endpointId/deliveries", {
    params: { endpointId },
    query: { limit: 20, ...(state && { state }) },
  });
  const deliveries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isExpected = testedAt !== null && Date.now() - testedAt < expectedMs;
  useLookAgain(isExpected || deliveries.some(isOnItsWay), list, onTried);
  const isOther = payloadVersions.every((known) => known !== version);
  return (
    <section className="part" aria-labelledby="deliveries">
      <h2 id="deliveries">{t("delivery.title")}</h2>
      <Choices label={t("delivery.states")}>
        {[null, ...states].map((one) => (
          <li key={one}>
            <ChoiceButton isChosen={one === state} onChoose={() => setState(one)}>
              {t(one === null ? "invoices.everything" : `delivery.state.${one}`)}
            </ChoiceButton>
          </li>
        ))}
      </Choices>
      <Reading query={list}>
        {() => (
          <>
            {deliveries.length === 0 && (
              <Empty title={t(state ? "delivery.noneFound" : "delivery.noneYet")} />
            )}
            <ul className="cards">
              {deliveries.map((one) => (
                <Delivery key={one.id} endpointId={endpointId} delivery={one} hasOtherShape={isOther} />
              ))}
            </ul>
            <MoreOf list={list} canNarrow />
          </>
        )}
      </Reading>
    </section>
  );
}

function isOnItsWay({ state, tries, createdAt }: WebhookDeliveryModel): boolean {
  return state === "due" && tries.length === 0 && Date.now() - Date.parse(createdAt) < watchedMs;
}

/** What was just asked for appears automatically. */
function useLookAgain(
  isWaiting: boolean,
  list: { readonly dataUpdatedAt: number; readonly refetch: () => unknown },
  onTried: () => unknown,
): void {
  const { dataUpdatedAt, refetch } = list;
  const hasWaited = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the wait for the next one
  useEffect(() => {
    if (!isWaiting) {
      if (hasWaited.current) void onTried();
      hasWaited.current = false;
      return;
    }
    hasWaited.current = true;
    const timer = setTimeout(() => void refetch(), lookAgainMs);
    return () => clearTimeout(timer);
  }, [isWaiting, dataUpdatedAt, refetch]);
}

type DeliveryProps = {
  readonly endpointId: string;
  readonly delivery: WebhookDeliveryModel;
  /** The endpoint gets another company's shape of events. */
  readonly hasOtherShape: boolean;
};

function Delivery({ endpointId, delivery, hasOtherShape }: DeliveryProps) {
  const { t } = useWording();
  const [isOpen, setOpen] = useState(false);
  const replaying = useChange("POST /api/v1/webhook-endpoints/:endpointId/replay");
  const { eventId, type, cause, state, tries, createdAt, nextTryAt } = delivery;
  const [latest] = tries;
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">{eventName(type, t)}</span>
        <span className={stateChips[state]}>
          {t(state === "due" && latest ? "delivery.triedAgain" : `delivery.state.${state}`)}
        </span>
      </div>
      <div className="card-row">
        <DateShown instant={createdAt} hasTime />
        {cause !== "event" && <span className="soft">{t(`delivery.cause.${cause}`)}</span>}
      </div>
      {latest && state !== "delivered" && <p className="why">{<Answer {...latest} />}</p>}
      {state === "due" && nextTryAt && latest && (
        <p className="soft">
          {t("delivery.next")} <DateShown instant={nextTryAt} hasTime />
        </p>
      )}
      {replaying.error && <Failed failure={replaying.error} />}
      <details className="tries" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t("delivery.tries", { count: tries.length })}</summary>
        {isOpen && (
          <>
            <p className="soft">
              <bdi dir="ltr" className="code">
                {type} · {eventId}
              </bdi>
            </p>
            {!hasOtherShape && <Sent eventId={eventId} />}
            <ol className="lines">
              {tries.map((tried) => (
                <Try key={tried.at} tried={tried} />
              ))}
            </ol>
          </>
        )}
      </details>
      <div className="row-acts">
        <button
          type="button"
          className="act"
          disabled={replaying.isPending}
          onClick={() => replaying.mutate({ params: { endpointId }, body: { eventId } })}
        >
          <Icon path={repeat} />
          {t("delivery.again")}
        </button>
      </div>
    </li>
  );
}

type Tried = WebhookDeliveryModel["tries"][number];

/** What came back, in a line. */
function Answer({ status, reason }: Pick<Tried, "status" | "reason">) {
  const { t } = useWording();
  if (status !== null)
    return (
      <>
        {t("delivery.answered")} <bdi dir="ltr">{`HTTP ${status}`}</bdi>
      </>
    );
  const text = textIfAny(t, `delivery.reason.${reason}`);
  if (text !== null) return <>{text}</>;
  return (
    <>
      {t("delivery.noAnswer")} <bdi dir="ltr">{reason}</bdi>
    </>
  );
}

function Try({ tried }: { readonly tried: Tried }) {
  const { t } = useWording();
  const { at, durationMs, request, answer } = tried;
  return (
    <li className="try">
      <p className="fact">
        <span>
          <Answer {...tried} />
        </span>
        <bdi dir="ltr" className="soft">{`${durationMs} ms`}</bdi>
      </p>
      <DateShown instant={at} hasTime />
      <Raw title={t("delivery.request")} text={headersText(request.headers)} />
      {answer && (
        <Raw title={t("delivery.answer")} text={`${headersText(answer.headers)}\n\n${answer.body}`.trim()} />
      )}
    </li>
  );
}

/** The body that was sent: the event as it is kept. Who may not read reports is not shown amounts here either. */
function Sent({ eventId }: { readonly eventId: string }) {
  const { t } = useWording();
  const isAllowed = useMay("reports.read");
  const event = useRead("GET /api/v1/events/:eventId", { params: { eventId } }, { enabled: isAllowed });
  if (!isAllowed) return null;
  return (
    <Reading query={event} rows={1}>
      {(sent) => <Raw title={t("delivery.body")} text={JSON.stringify(sent, null, 2)} />}
    </Reading>
  );
}

/** Text of machines, from left to right in every language; long lines can be scrolled by keyboard, too. */
function Raw({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === "") return null;
  return (
    <figure className="raw">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}

function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
