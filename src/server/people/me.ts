/** Who is signed in: the answer of `GET /api/v1/me`, which the console's document has inside, too. */
import type { Me } from "#contract/people.ts";
import { permissionsOf } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import { keyIdLength } from "../secrets/master-secret.ts";
import type { Services } from "../services.ts";
import { hasPasskey } from "./passkeys.ts";
import { findPerson, shopsOf } from "./persons.ts";
import { hasAuthenticator } from "./second-factor.ts";
import type { Session } from "./sessions.ts";
import { mayOpenShop } from "./shop-openings.ts";

/** What the console knows of the person of a session. */
export async function readMe(
  { db, config, clock, signing }: Pick<Services, "db" | "config" | "clock" | "signing">,
  session: Session,
): Promise<Me> {
  const { personId } = session;
  // The console's document waits for all of them, and none for another.
  const [person, shops, isAuthenticator, isPasskey] = await Promise.all([
    findPerson(db.kysely, { id: personId }),
    shopsOf(db.kysely, personId),
    hasAuthenticator(db.kysely, personId),
    hasPasskey(db.kysely, personId),
  ]);
  if (!person) throw new Error("a session without its person");
  const { name, email, mobile, language } = person;
  const hasSecondFactor = isAuthenticator || isPasskey;
  return {
    person: {
      name,
      email,
      mobile,
      language,
      hasSecondFactor,
      mustSetUpFactor: config.consoleNeedsSecondFactor && !hasSecondFactor,
      hasAuthenticator: isAuthenticator,
      hasPasskey: isPasskey,
      mayOpenShop: await mayOpenShop(db.kysely, config, { email, mobile }, clock.now()),
    },
    shops: shops.map((shop) => ({ ...shop, permissions: [...permissionsOf[shop.role]] })),
    freshUntil: new Date(session.provenAt + timing.personProofMs).toISOString(),
    // The same in each session of a person: a crash may be what ended the last one (docs/decisions/0256).
    typingKey: signing.sign("typing", [String(personId)]).slice(keyIdLength),
  };
}
