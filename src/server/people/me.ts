/** Who is signed in: the answer of `GET /api/v1/me`, which the console's document has inside, too. */
import type { Me } from "#contract/people.ts";
import { permissionsOf } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import { hasPasskey } from "./passkeys.ts";
import { findPerson, shopsOf } from "./persons.ts";
import { hasAuthenticator } from "./second-factor.ts";
import type { Session } from "./sessions.ts";
import { mayOpenShop } from "./shop-openings.ts";

/** What the console knows of the person of a session. */
export async function readMe(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  session: Session,
): Promise<Me> {
  const person = await findPerson(db.kysely, { id: session.personId });
  if (!person) throw new Error("a session is of nobody");
  const { name, email, mobile, language } = person;
  const shops = await shopsOf(db.kysely, person.id);
  const isAuthenticator = await hasAuthenticator(db.kysely, person.id);
  const isPasskey = await hasPasskey(db.kysely, person.id);
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
  };
}
