/** Events on the developer's own machine: as webhooks would bring them, without an address that the server can reach. */
import { type Event, newWebhookSecret, signWebhook, type Wasl } from "#sdk/index.mjs";
import {
  CommandFailure,
  type Given,
  type MerchantCommand,
  neededOption,
  type Parts,
  readAddress,
  textOption,
  UsageError,
} from "./command.ts";
import { followEvents } from "./event-source.ts";

/** As long as the server waits for a receiver (docs/webhooks.md). */
const answerWithinMs = 15_000;

const secretHelp = "\n  --secret <whsec_…>    signs them; of WASL_WEBHOOK_SECRET, or a new one, unless given";

export const eventCommands: Readonly<Record<string, MerchantCommand>> = {
  listen: {
    words: "",
    summary: "print events as they happen, and forward them signed as webhooks",
    details:
      `Options:\n  --forward-to <url>    such as http://localhost:3000/hook${secretHelp}` +
      "\n  --types <a,b>         only these, such as invoice.paid" +
      "\n  --after <event>       go on after this one; those that are there are left out unless given",
    options: {
      "forward-to": { type: "string" },
      secret: { type: "string" },
      types: { type: "string" },
      after: { type: "string" },
    },
    run: listen,
  },
  replay: {
    words: "[event]",
    summary: "send an event once more: to an address of yours, or to a webhook endpoint",
    details:
      `Options:\n  --forward-to <url>    from this machine, as listen does${secretHelp}` +
      "\n  --endpoint <id>       by the server, as a webhook" +
      "\n  --from, --to <time>   with --endpoint, instead of one event: all of that time; --to may be left out" +
      "\n  --types <a,b>         with --from: only these",
    options: {
      "forward-to": { type: "string" },
      secret: { type: "string" },
      endpoint: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      types: { type: "string" },
    },
    run: replay,
  },
};

type Receiver = { readonly url: URL; readonly secret: string };

async function listen(parts: Parts, given: Given): Promise<null> {
  const { wasl, note, print, env, untilStopped } = parts;
  const type = textOption(given, "types");
  const receiver = readReceiver(given, env);
  const client = wasl();
  let after = textOption(given, "after") ?? (await lastEvent(client));
  if (receiver) note(`Forwarding to ${receiver.url.href}, signed with ${receiver.secret}`);
  note("Waiting for events. Ctrl+C ends it.");
  const stopping = untilStopped();
  for await (const event of followEvents(client, { after, type, stopping, note })) {
    const outcome = receiver ? await forward(event, receiver) : null;
    print(lineOf(event, outcome, given));
    after = event.id;
  }
  note(`Stopped.${after === undefined ? "" : ` To go on from here: wasl listen --after ${after}`}`);
  return null;
}

/** The newest event that there is: what was before is not read. */
async function lastEvent(wasl: Wasl): Promise<string | undefined> {
  const { nextAfter } = await wasl.call("GET /api/v1/events", { query: { after: "latest" } });
  return nextAfter ?? undefined;
}

async function replay(parts: Parts, given: Given) {
  const { wasl, env } = parts;
  const [eventId] = given.words;
  const receiver = readReceiver(given, env);
  if (!receiver) return await replayToEndpoint(wasl(), given);
  if (eventId === undefined) throw new UsageError("--forward-to sends one event: name it.");
  const event = await wasl().call("GET /api/v1/events/{eventId}", { path: { eventId } });
  const outcome = await forward(event, receiver);
  parts.print(lineOf(event, outcome, given));
  const isTaken = "status" in outcome && outcome.status >= 200 && outcome.status < 300;
  if (!isTaken) throw new CommandFailure("The receiver did not take it.");
  return null;
}

async function replayToEndpoint(wasl: Wasl, given: Given) {
  const path = { endpointId: neededEndpoint(given) };
  const [eventId] = given.words;
  const [to, types] = [textOption(given, "to"), textOption(given, "types")?.split(",")];
  const body =
    eventId === undefined
      ? {
          from: neededOption(given, "from"),
          ...(to && { to }),
          ...(types && { types: types as Event["type"][] }),
        }
      : { eventId };
  const { queued } = await wasl.call("POST /api/v1/webhook-endpoints/{endpointId}/replay", { path, body });
  return {
    text: `${queued} ${queued === 1 ? "delivery is" : "deliveries are"} on the way.`,
    json: { queued },
  };
}

function neededEndpoint(given: Given): string {
  const id = textOption(given, "endpoint");
  if (id === undefined) throw new UsageError("Say where to: --forward-to <url> or --endpoint <id>.");
  return id;
}

function readReceiver(given: Given, env: Parts["env"]): Receiver | null {
  const address = textOption(given, "forward-to");
  if (address === undefined) return null;
  const secret = textOption(given, "secret") ?? (env["WASL_WEBHOOK_SECRET"] || newWebhookSecret());
  if (!/^whsec_[\w+/]{8,}=*$/.test(secret))
    throw new UsageError("A secret begins with whsec_ and continues in base64.");
  return { url: readAddress(address, "--forward-to"), secret };
}

/** What the receiver answered, or why it did not. */
type Outcome = { readonly status: number } | { readonly failed: string };

async function forward(event: Event, { url, secret }: Receiver): Promise<Outcome> {
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Wasl/listen",
    ...(await signWebhook({ id: event.id, body, secret })),
  };
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
    return { failed: code ?? (cause instanceof Error ? cause.message : String(cause)) };
  }
}

function lineOf(event: Event, outcome: Outcome | null, { options }: Given): string {
  if (options["json"] === true) return JSON.stringify({ ...outcome, event });
  const result =
    outcome === null ? "" : "status" in outcome ? ` → ${outcome.status}` : ` → ${outcome.failed}`;
  return (
    `${event.timestamp} ${event.id} ${event.type} ${event.data.invoice?.orderNumber ?? ""}`.trimEnd() + result
  );
}
