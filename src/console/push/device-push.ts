/** This device and its browser's push service: whether it can show payments, and what it gives out for that. */

/** `installed only`: on the phones that let an app of the home screen alone do it. */
export type PushAbility = "able" | "installed only" | "unable" | "blocked";

/** What a device gives out for messages to it. */
export type DeviceAddress = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

const workerPath = "/push-worker.js";

/** What this browser can. */
export function pushAbility(): PushAbility {
  const isAble = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isAble) return /iPhone|iPad/.test(navigator.userAgent) ? "installed only" : "unable";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** Where this device takes messages now; null where it takes none. */
export async function ownAddress(): Promise<DeviceAddress | null> {
  if (pushAbility() !== "able" || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  return subscription && addressOf(subscription);
}

/**
 * Asks the person, then the browser's push service, for an address that takes messages of this installation.
 * @returns null when the person did not allow it
 * @throws Error (DOMException) where the push service cannot be reached
 */
export async function makeAddress(serverKey: string): Promise<DeviceAddress | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(workerUrl(), { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === serverKey) return addressOf(known);
  // Made for another key: no message of ours would come through.
  await known?.unsubscribe();
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }));
}

function addressOf(subscription: PushSubscription): DeviceAddress {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

type Policy = { readonly createScriptURL: (url: string) => string };
type Policies = { readonly createPolicy: (name: string, rules: Policy) => Policy };

let policy: Policy | null = null;

/** The one script that the console starts by its address, as its policy wants it named (`consolePolicy`). */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy("push-worker", { createScriptURL: () => workerPath }) ?? null;
  return policy?.createScriptURL(workerPath) ?? workerPath;
}
