/**
 * The person of the demo's shop, who signs in to the console. The password is no secret, so there is such a person only where
 * this machine alone reaches the server.
 */
import { runInTransaction } from "#db/open.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { ensurePerson, setMembership, setPassword } from "#server/people/persons.ts";
import type { Services } from "#server/services.ts";

export type DemoPerson = { readonly address: string; readonly email: string; readonly password: string };

const email = "noura@nakheel.example";
const password = "tamr-sukkari-1kg";
const loopback = /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/;

/** Where to sign in, and with what, on one line. */
export function personLine({ address, email, password }: DemoPerson): string {
  return `${address} as ${email}, password ${password}`;
}

/** Makes the person of a merchant, or finds it as it is; null where strangers could reach the server, or there is no console. */
export async function openDemoPerson(
  { config, db, clock }: Pick<Services, "config" | "db" | "clock">,
  merchantId: number,
): Promise<DemoPerson | null> {
  const { environment, host, consoleUrl } = config;
  if (environment !== "local" || !loopback.test(host) || consoleUrl === null) return null;
  const hash = await hashPassword(password);
  await runInTransaction(db.kysely, async (trx) => {
    const person = await ensurePerson(trx, { email, name: "نورة العتيبي" });
    await setMembership(trx, { merchantId, personId: person.id, role: "owner" });
    if (person.passwordHash === null)
      await setPassword(trx, { personId: person.id, hash, now: new Date(clock.now()) });
  });
  return { address: consoleUrl, email, password };
}
