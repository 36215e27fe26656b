/** What browser tests do at the simulated providers beside the buyer: find a payment, press a desk's button, wait. */
import type { Demo } from "./fixtures.ts";

type Entry = Readonly<Record<string, unknown>> & { readonly id?: string };

/** What a simulator keeps of an order in one of its stores, the newest first. */
export async function kept(
  { simulatorUrl }: Demo,
  place: { readonly simulator: string; readonly store: string },
  orderNumber: string,
): Promise<Entry[]> {
  const state = Object(await (await fetch(`${simulatorUrl}/_control/state`)).json());
  const entries: Entry[] = state.simulators[place.simulator].stores[place.store].entries;
  return entries.filter((entry) => JSON.stringify(entry).includes(orderNumber)).reverse();
}

/** Presses a button of a page for testers: a desk's or a bank's. */
export async function press(demo: Demo, path: string, action: string): Promise<void> {
  const body = new URLSearchParams({ action });
  const response = await fetch(`${demo.simulatorUrl}${path}`, { method: "POST", body, redirect: "manual" });
  if (response.status !== 303) throw new Error(`${path} answered ${response.status}`);
}

/**
 * Half a minute passes at the providers: a slow payment is made. All tests share this clock, so it is moved by less
 * than any of them needs to run out.
 */
export async function letHalfAMinutePass({ simulatorUrl }: Demo): Promise<void> {
  const response = await fetch(`${simulatorUrl}/_control/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceMs: 31_000 }),
  });
  if (!response.ok) throw new Error(await response.text());
}
