/** Makes what goes wrong as short as it can: changes go one after another, and texts become shorter, while it still does. */
import type { Ready, Recipe } from "./catalogue.ts";
import { applyChanges, type Change } from "./mutate.ts";
import type { Answer } from "./send.ts";

type Failing = {
  readonly ready: Ready;
  readonly changes: readonly Change[];
  readonly prepare: Recipe["prepare"];
  readonly send: (ready: Ready, changes: readonly Change[]) => Promise<Answer>;
  readonly isFault: (answer: Answer) => boolean;
};

const mostTries = 30;
const mostPrinted = 1_500;

/** The request with the fewest changes that still fails, as text; the one that failed first when none does again. */
export async function shortest({ ready, changes, prepare, send, isFault }: Failing): Promise<string> {
  let best = { ready, changes };
  let tries = 0;
  const stillFails = async (fewer: readonly Change[]): Promise<boolean> => {
    tries += 1;
    if (tries > mostTries) return false;
    try {
      const fresh = await prepare(anyRandom);
      if (!fresh || !isFault(await send(fresh, fewer))) return false;
      best = { ready: fresh, changes: fewer };
      return true;
    } catch {
      return false;
    }
  };
  for (let index = 0; index < best.changes.length; )
    if (!(await stillFails(best.changes.toSpliced(index, 1)))) index += 1;
  for (const [index, change] of best.changes.entries()) {
    let text = textOf(change);
    while (text !== null && text.length > 1) {
      const half: string = text.slice(0, Math.ceil(text.length / 2));
      if (half === text || !(await stillFails(best.changes.with(index, withText(change, half))))) break;
      text = half;
    }
  }
  return print(best);
}

const anyRandom = (await import("../simulation/random.ts")).createRandom("shortest");

function textOf(change: Change): string | null {
  if (change.kind === "set") return typeof change.value === "string" ? change.value : null;
  return change.kind === "query" || change.kind === "header" ? change.value : null;
}

function withText(change: Change, text: string): Change {
  return { ...change, value: text } as Change;
}

function print({ ready, changes }: { readonly ready: Ready; readonly changes: readonly Change[] }): string {
  const { method, target, headers, body, head } = applyChanges(ready.request, changes);
  const request =
    head ??
    `${method} ${target}\n  ${headers.map(([name, value]) => `${name}: ${value.slice(0, 80)}`).join("\n  ")}\n  ${body?.toString("utf8") ?? ""}`;
  return `changes ${cut(JSON.stringify(changes))}\n  ${cut(request)}`;
}

function cut(text: string): string {
  return text.length > mostPrinted ? `${text.slice(0, mostPrinted)}… (${text.length} characters)` : text;
}
