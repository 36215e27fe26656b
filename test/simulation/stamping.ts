/** The shop of some worlds stamps its tax documents and reports them to the simulated tax authority. */
import type { TestApp } from "../app-harness.ts";
import { onboardAtSimulator } from "../simulated-authority.ts";
import { ask } from "./network.ts";
import type { World } from "./world.ts";

/** Gives the shop its unit, over a line on which nothing goes wrong. */
export async function beginStamping(world: World): Promise<void> {
  const [life] = world.lives;
  if (!life) throw new Error("no process is up");
  const { sealing, config, clock } = life.services;
  const services = { db: world.db, sealing, config, clock, http: ask.bind(null, world.providers) };
  // Only this much of a test's app is used there.
  const begun = onboardAtSimulator({ services } as unknown as TestApp, world.merchantId);
  world.scheduler.hold(begun);
  await begun;
}

/** Every document is stamped in one chain without a gap, and the authority has taken each once. */
export async function checkChain({
  plan,
  reader,
  merchantId,
  problems,
  providers,
  scheduler,
}: World): Promise<void> {
  if (!plan.isStamped) return;
  const { rows } = await reader.query<{ number: string; icv: number; state: string; uuid: string }>(
    `select d.number, s.icv, s.state, e.uuid from tax_documents d
     left join tax_submissions s on s.document_id = d.id left join tax_envelopes e on e.document_id = d.id
     where d.merchant_id = $1 order by s.icv`,
    [merchantId],
  );
  const read = providers.inject({ method: "GET", url: "/_control/state", headers: { host: "localhost" } });
  scheduler.hold(read);
  const { entries } = Object((await read).json()).simulators.fatoora.stores.documents;
  if (entries.length !== rows.length)
    problems.push(`${rows.length} tax documents, and the authority has taken ${entries.length}`);
  for (const [index, { number, icv, state }] of rows.entries())
    if (Number(icv) !== index + 1 || state !== "accepted")
      problems.push(`${number} is ${index + 1} of its chain: counted ${icv}, ${state}`);
}
