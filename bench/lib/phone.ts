/**
 * How a buyer's phone is imitated: a slow 4G network, and a processor that many times slower than this machine's.
 * The factor is calibrated, because a fixed one flatters every page on a fast machine.
 */
import type { Browser, CDPSession } from "@playwright/test";
import { median } from "./closed-loop.ts";
import { waitUntilQuiet } from "./processes.ts";

const patienceMs = 5_000;

export type PhoneProfile = { readonly name: string; readonly cpuFactor: number };

/** Slow 4G as Lighthouse defines it; the delay is that of every request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** The usual factor of tools, for figures that depend mostly on the network. */
export const usualProfile: PhoneProfile = { name: "usual", cpuFactor: 4 };

/** Slows network and processor of one page down. */
export async function imitate(session: CDPSession, profile: PhoneProfile): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpuFactor });
}

/**
 * The profile of a mid-tier phone on this machine. Lighthouse's calculator asks for a factor of
 * 3 + (index - 1300) / 233, where the index is how fast a browser builds strings and copies lists.
 */
export async function calibratedProfile(
  browser: Browser,
): Promise<PhoneProfile & { readonly index: number }> {
  const indexes: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await waitUntilQuiet(patienceMs);
    // A page of its own each time: a loop that has run before is compiled, and faster than a phone's first.
    const context = await browser.newContext();
    const page = await context.newPage();
    indexes.push(await page.evaluate(measureIndex));
    await context.close();
  }
  const index = median(indexes);
  const cpuFactor = Math.max(1, Math.round((3 + (index - 1300) / 233) * 10) / 10);
  return { name: "calibrated", index, cpuFactor };
}

/** Runs in the page: tenths of rounds per second, the mean of two kinds of work. */
function measureIndex(): number {
  const perSecond = (work: (round: number) => void): number => {
    const startedAt = performance.now();
    let rounds = 0;
    for (; performance.now() - startedAt < 500; rounds += 1) work(rounds);
    return rounds / 10 / ((performance.now() - startedAt) / 1000);
  };
  const lists = [0, 1].map(() => Array.from({ length: 100_000 }, (_, index) => index));
  const buildString = (): void => {
    let text = "";
    for (let index = 0; index < 10_000; index += 1) text += "a";
    if (text.length === 1) throw new Error("the text must be used");
  };
  const copyList = (round: number): void => {
    const [source = [], target = []] = round % 2 === 0 ? lists : lists.toReversed();
    for (let index = 0; index < source.length; index += 1) target[index] = source[index] ?? 0;
  };
  return Math.round((perSecond(buildString) + perSecond(copyList)) / 2);
}
