import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { type HostedOptions, openHostedSession, type SessionSdk } from "./hosted-session.ts";

const options: HostedOptions = {
  sessionId: "SESSION0002",
  selectors: { number: "#n", securityCode: "#s", expiryMonth: "#m", expiryYear: "#y", nameOnCard: "#h" },
  brands: { isMadaAllowed: true, isCreditCardAllowed: true },
  focusColor: "#1a7f37",
  onFocus: () => undefined,
};

type Configuration = {
  readonly session: string;
  readonly frameEmbeddingMitigation: readonly string[];
  readonly interaction: object;
  readonly callbacks: {
    readonly initialized: (result: unknown) => void;
    readonly formSessionUpdate: (result: unknown) => void;
  };
};

/** The gateway's script as far as we use it: it remembers what it received and answers when the test says so. */
function fakeSdk() {
  const told = {
    configuration: null as Configuration | null,
    updates: [] as string[],
    focus: [] as unknown[],
    focused: [] as string[],
    listeners: new Map<string, () => void>(),
  };
  const sdk: SessionSdk = {
    configure: (configuration) => {
      told.configuration = configuration as Configuration;
    },
    updateSessionFromForm: (type) => {
      told.updates.push(type);
    },
    onFocus: ([role = ""], listener) => {
      told.listeners.set(`focus ${role}`, listener);
    },
    onBlur: ([role = ""], listener) => {
      told.listeners.set(`blur ${role}`, listener);
    },
    setFocus: (role) => {
      told.focused.push(role);
    },
    setFocusStyle: (...style) => {
      told.focus.push(style);
    },
  };
  const callbacks = () => {
    assert.ok(told.configuration);
    return told.configuration.callbacks;
  };
  return { sdk, told, callbacks };
}

const ok = { status: "ok" };

test("the script gets the session of our server and a true word on our headers", async () => {
  const { sdk, told, callbacks } = fakeSdk();
  const session = openHostedSession(sdk, options);
  callbacks().initialized(ok);
  assert.equal(await session.initialized, null);
  assert.equal(told.configuration?.session, "SESSION0002");
  assert.deepEqual(told.configuration?.frameEmbeddingMitigation, ["csp"]);
  assert.deepEqual(told.configuration?.interaction, {
    displayControl: { formatCard: "EMBOSSED", invalidFieldCharacters: "REJECT" },
  });
  assert.equal(JSON.stringify(told.focus).includes("#1a7f37"), true);
});

test("the page learns which of the gateway's fields has the focus, once they are there", async () => {
  const { sdk, told, callbacks } = fakeSdk();
  const heard: unknown[] = [];
  const session = openHostedSession(sdk, { ...options, onFocus: (field) => heard.push(field) });
  assert.equal(told.listeners.size, 0);
  callbacks().initialized(ok);
  await session.initialized;
  told.listeners.get("focus card.expiryYear")?.();
  told.listeners.get("blur card.expiryYear")?.();
  assert.deepEqual(heard, ["expiryYear", null]);
});

test("the focus goes to a field by the gateway's name for it", () => {
  const { sdk, told } = fakeSdk();
  openHostedSession(sdk, options).focus("securityCode");
  assert.deepEqual(told.focused, ["card.securityCode"]);
});

test("fields that the gateway does not open are reported as such, also when its script throws or stays silent", async (context) => {
  const { sdk, callbacks } = fakeSdk();
  const refused = openHostedSession(sdk, options);
  callbacks().initialized({ status: "system_error", message: "x" });
  assert.equal(await refused.initialized, "systemError");

  const throwing = openHostedSession({ ...sdk, configure: () => assert.fail("no such field") }, options);
  assert.equal(await throwing.initialized, "hostedSessionNotInitialized");

  mock.timers.enable({ apis: ["setTimeout"] });
  context.after(() => mock.timers.reset());
  const silent = openHostedSession(fakeSdk().sdk, options);
  mock.timers.tick(10_000);
  assert.equal(await silent.initialized, "hostedSessionNotInitialized");
});

test("an update gives what the gateway says of the fields", async () => {
  const { sdk, told, callbacks } = fakeSdk();
  const session = openHostedSession(sdk, options);
  callbacks().initialized(ok);
  const update = session.update();
  callbacks().formSessionUpdate(ok);
  assert.deepEqual(await update, { kind: "updated" });
  assert.deepEqual(told.updates, ["card"]);
});

test("after ten seconds without an update the try ends, and a late answer changes nothing", async (context) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  context.after(() => mock.timers.reset());
  const { sdk, callbacks } = fakeSdk();
  const session = openHostedSession(sdk, options);
  callbacks().initialized(ok);
  const update = session.update();
  let ended = false;
  void update.then(() => {
    ended = true;
  });
  mock.timers.tick(9_999);
  await Promise.resolve();
  assert.equal(ended, false);
  mock.timers.tick(1);
  assert.deepEqual(await update, { kind: "failed", textKey: "providedDataInvalid", isSessionSpent: true });
  callbacks().formSessionUpdate(ok);
  assert.deepEqual(await update, { kind: "failed", textKey: "providedDataInvalid", isSessionSpent: true });
});

test("a script that throws while it updates ends the try", async () => {
  const { sdk, callbacks } = fakeSdk();
  const throwing: SessionSdk = {
    ...sdk,
    updateSessionFromForm: () => {
      throw new TypeError("undefined is not a function");
    },
  };
  const session = openHostedSession(throwing, options);
  callbacks().initialized(ok);
  assert.deepEqual(await session.update(), {
    kind: "failed",
    textKey: "sessionUpdateFailed",
    isSessionSpent: true,
  });
});
