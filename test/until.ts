import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Waits for something that has no event of its own, such as a file that another process makes.
 *
 * @throws Error when it has not come to pass after 20 seconds
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited without a result: ${isSo}`);
    await nextTurn();
  }
}
