/** What the queue sends to a person of a shop about their account, for tests of the console. */
import { workAllDue } from "#server/queue/work-queue.ts";
import { jobHandlers } from "#server/schedule/job-handlers.ts";
import { texted } from "./address-codes.ts";
import type { Shop } from "./console.ts";
import { until } from "./until.ts";

/** Does what is due in the queue; gives how many jobs were run. */
export async function workQueue({ services }: Pick<Shop, "services">): Promise<number> {
  return await workAllDue(services, jobHandlers);
}

/** The path to choose a new password at that a mailbox or a mobile (E.164) has got last; it is queued after the answer of the form. */
export async function resetLinkTo(shop: Shop, to: string): Promise<string> {
  let found: string | undefined;
  await until(async () => {
    await workQueue(shop);
    const texts = to.includes("@") ? shop.mail.list(to).map(({ text }) => text) : await texted(shop, to);
    found = texts.flatMap((text) => /\/reset\/[\w-]{43}/.exec(text)?.[0] ?? [])[0];
    return found !== undefined;
  });
  return found ?? "";
}
