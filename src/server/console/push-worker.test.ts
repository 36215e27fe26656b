/** The console's worker as a browser runs it: what it shows of a message, and what a press opens. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

type Listener = (event: object) => void;

/** Runs the worker, and collects what it asks of its browser. */
function startWorker() {
  const listeners = new Map<string, Listener>();
  const shown: unknown[][] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    registration: { showNotification: async (...given: unknown[]) => void shown.push(given) },
    clients: { openWindow: async (address: string) => void opened.push(address) },
    location: { origin: "https://console.shop.example" },
  };
  runInNewContext(readFileSync(join(import.meta.dirname, "push-worker.js"), "utf8"), { self, URL });
  const waited: unknown[] = [];
  const fire = async (type: string, event: object): Promise<void> => {
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void waited.push(work) });
    await Promise.all(waited);
  };
  return { types: [...listeners.keys()].sort(), shown, opened, fire };
}

const notice = {
  title: "تم دفع فاتورة",
  body: "115.00 ر.س · متجر",
  lang: "ar",
  tag: "paid-7Q2M4X9KD3RT6WBN",
  path: "/invoices/7Q2M4X9KD3RT6WBN?shop=12",
};

test("a message is shown in its language and direction, one of an invoice in place of the other", async () => {
  const { shown, fire } = startWorker();
  await fire("push", { data: { json: () => notice } });
  await fire("push", { data: { json: () => ({ ...notice, lang: "en" }) } });
  await fire("push", { data: null });
  assert.equal(shown.length, 2);
  const [title, options] = shown[0] as [string, Record<string, unknown>];
  assert.equal(title, notice.title);
  const { body, lang, dir, tag } = options;
  assert.deepEqual([body, lang, dir, tag], [notice.body, "ar", "rtl", notice.tag]);
  assert.deepEqual(
    shown.map(([, given]) => (given as { dir: string }).dir),
    ["rtl", "ltr"],
  );
});

test("a press opens the invoice in a window of its own, and no address of another site", async () => {
  const { opened, fire } = startWorker();
  const press = async (path: string): Promise<void> => {
    await fire("notificationclick", { notification: { close: () => {}, data: { path } } });
  };
  await press(notice.path);
  await press("https://elsewhere.example/");
  await press("//elsewhere.example/");
  assert.deepEqual(opened, [`https://console.shop.example${notice.path}`]);
});

test("the worker listens to messages and presses alone: no request of the console goes through it", () => {
  assert.deepEqual(startWorker().types, ["notificationclick", "push"]);
});
