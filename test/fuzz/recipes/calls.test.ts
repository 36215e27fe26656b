/**
 * Every call that the server has is asked for by a story: the stories are played with an app, whose own list of routes says which are
 * left. The calls that a method brings, and the messages of its provider, are among them.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { allMethods } from "#methods/allowed.ts";
import { registerDueWebhooks } from "#server/payments/webhook-registration.ts";
import { startTestApp, type TestApp } from "../../app-harness.ts";
import { freePort } from "../../free-port.ts";
import { type MountedRoute, withRoutes } from "../../mounted-routes.ts";
import { createRandom } from "../../simulation/random.ts";
import { until } from "../../until.ts";
import { demanding } from "../catalogue.ts";
import { type Genuine, genuine, methodOfMessage } from "../provider-messages.ts";
import { toWire } from "../request.ts";
import { storyGroups } from "../stories.ts";
import { type SendValid, tell } from "../story.ts";
import { drawnCalls } from "./drawn.ts";
import { makePeople } from "./people.ts";

/** Calls that no story makes, and why. */
const inNoStory: Readonly<Record<string, string>> = {
  "GET /rest/pay/orderChanges/:orderNumber": "a stream has no end",
  "GET /api/v1/events/stream": "a stream has no end",
  "POST /api/v1/merchant/test-world": "test worlds would be made by thousands",
  "POST /api/v1/webhook-endpoints/:endpointId/test": "a team's mails would be sent by thousands",
  "POST /api/v1/webhook-endpoints/:endpointId/replay": "a team's mails would be sent by thousands",
  "GET /rest/messages/stop/:merchantId/:id/:signature":
    "its signed address is in reminders alone, which come after days",
  "POST /rest/messages/stop/:merchantId/:id/:signature":
    "its signed address is in reminders alone, which come after days",
  "GET /openApi/downloadDigitalGoods/:orderNumber/:position":
    "its signed address is on a page alone; drawn with others",
};

/** Providers write there by themselves: asked for below, method by method. */
const isNotification = (call: string): boolean => call.startsWith("POST /rest/pay/notify/");

let shop: TestApp;
let routes: readonly string[];
let asked: ReadonlySet<string>;
/** The newest message to each address that providers have written to. */
const messages = new Map<string, Genuine>();

before(async () => {
  const port = await freePort();
  const onProviderMessage = (message: Parameters<typeof genuine>[0]): void =>
    void messages.set(new URL(message.url).pathname, genuine(message));
  const env = { WASL_API_URL: `http://127.0.0.1:${port}`, WASL_TEST_PAGES: "true" };
  const { built, routesOf } = await withRoutes(() => startTestApp({ env, onProviderMessage }));
  shop = built;
  await shop.app.listen({ host: "127.0.0.1", port });
  // The accounts of some providers name the address of their messages once.
  await registerDueWebhooks(shop.services);
  await makePeople(shop.db, shop.merchantId);
  routes = callsOf(routesOf(shop.app));
  asked = new Set((await requestsOfStories(shop)).map((request) => callOf(request, routes)));
});
after(async () => await shop?.[Symbol.asyncDispose]());

function callsOf(mounted: readonly MountedRoute[]): readonly string[] {
  const own = mounted.filter(({ method }) => method !== "HEAD" && method !== "OPTIONS");
  return [...new Set(own.map(({ method, url }) => `${method} ${url}`))];
}

/** Each request of each story, as `GET /path`. */
async function requestsOfStories(app: TestApp): Promise<readonly string[]> {
  const requests: string[] = [];
  const stories = storyGroups.flatMap((group) => Object.entries(group.stories));
  for (const [name, story] of stories) {
    const telling = tell((teller) => story(teller, createRandom(name)), {
      shop: app,
      send: demanding(name, sendTo(app.app)),
    });
    for (let request = await telling.next(); request !== null; request = await telling.next())
      requests.push(`${request.method} ${request.path}`);
  }
  return requests;
}

const sendTo =
  (app: FastifyInstance): SendValid =>
  async (plain) => {
    const { method, target, headers, body } = toWire(plain);
    const { statusCode, ...answer } = await app.inject({
      ...{ method: method as "GET", url: target, headers: Object.fromEntries(headers) },
      ...(body && { payload: body }),
    });
    const texts = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { statusCode, body: answer.body, headers: Object.fromEntries(texts) };
  };

/** The call that a request is for: of several that fit, the one with the fewest parameters; "" for none, such as a page. */
function callOf(request: string, calls: readonly string[]): string {
  const parameters = (call: string): number => call.split(":").length;
  const fitting = calls.filter((call) => patternOf(call).test(request));
  return fitting.toSorted((one, other) => parameters(one) - parameters(other))[0] ?? "";
}

function patternOf(call: string): RegExp {
  const literal = call.replaceAll(/[.*+()]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`);
}

test("every call is made by a story of the fuzzer, or a merchant's is drawn from its document", () => {
  const ofMerchants = drawnCalls("openapi.json", {}).map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ":$1"));
  const reached = new Set([...asked, ...ofMerchants, ...Object.keys(inNoStory)]);
  const forgotten = routes.filter((call) => !reached.has(call) && !isNotification(call));
  assert.deepEqual(forgotten, [], "a story that makes it goes into a file of this folder");
});

test("what is said to be in no story is a call, and is in none", () => {
  const wrong = Object.keys(inNoStory).filter((call) => asked.has(call) || !routes.includes(call));
  assert.deepEqual(wrong, []);
});

test("every provider that sends messages has sent one to its method's address by the end of the stories", async () => {
  const speaking = allMethods
    .map(({ id }) => id)
    .filter((id) => shop.services.providers.ofInstallation(id)?.readWebhook !== undefined);
  const silent = (): readonly string[] =>
    speaking.filter((id) => ![...messages.keys()].some((path) => methodOfMessage(path) === id));
  await until(() => silent().length === 0).catch(() => {});
  assert.deepEqual(silent(), [], "a story that pays by it goes into a file of this folder");
});

test("a message with other bytes is read: where a signature is over them, the fuzzer knows how to sign", async () => {
  const unread = new Set<string>();
  for (const [path, { request, sign }] of messages) {
    const method = methodOfMessage(path);
    const wire = toWire(request);
    const body = Buffer.from(`${wire.body?.toString("utf8")} `);
    const { headers, target } = sign({ ...wire, body });
    const reply = await shop.app.inject({
      ...{ method: "POST", url: target, headers: Object.fromEntries(headers), payload: body },
    });
    if (method !== null && reply.statusCode !== 200) unread.add(`${method}: ${reply.body}`);
  }
  assert.deepEqual([...unread], [], "how to sign its messages goes into provider-messages.ts");
});
