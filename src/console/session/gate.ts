/**
 * Calls that were refused because the session has ended, or is not fresh enough, wait here for the person: a dialog over
 * the form asks, and the same call is made again with the same key. Nothing typed is lost.
 */
import { useSyncExternalStore } from "react";

/** `ended`: sign in again. `stale`: confirm that it is you. */
export type Asked = "ended" | "stale";

let asked: Asked | null = null;
let waiting: ((isGranted: boolean) => void)[] = [];
const listeners = new Set<() => void>();

/** Calls the listener at each change of what is asked; gives a function that ends it. */
export function onAsked(listener: (asked: Asked | null) => void): () => void {
  const heard = (): void => listener(asked);
  listeners.add(heard);
  return () => void listeners.delete(heard);
}

/** Resolves with true once the person has shown who they are, with false when they closed the dialog. */
export function askPerson(what: Asked): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    // A session that has ended asks for more than one that is only not fresh.
    if (asked !== "ended") asked = what;
    tellListeners();
  });
}

/** Ends the dialog: every call that waited continues, or is given up. */
export function answerGate(isGranted: boolean): void {
  const answered = waiting;
  waiting = [];
  asked = null;
  tellListeners();
  for (const resolve of answered) resolve(isGranted);
}

/** What is asked of the person now; null: nothing. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(onAsked, () => asked);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
