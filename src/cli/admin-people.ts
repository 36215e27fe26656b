/** The operator's commands about the people of shops, who sign in to the console. */
import { readRole, roles } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import { makePersonLink } from "#server/people/person-links.ts";
import { ensurePerson, readEmail, setMembership } from "#server/people/persons.ts";
import { systemClock } from "#server/ports.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  textOption,
  UsageError,
} from "./admin-command.ts";

export const peopleCommands: Readonly<Record<string, AdminCommand>> = {
  "add-person": {
    words: "<username> <email> <role>",
    summary: "let a person into a merchant's console; prints the address to choose a password at",
    details: `Roles: ${roles.join(", ")}. A person who is there already gets the new role.
Options:
  --name <name>   how colleagues see the person; what stands before the @ when left out
Example: add-person nakheel noura@nakheel.example owner --name "نورة"`,
    options: { name: { type: "string" } },
    run: addPerson,
  },
};

async function addPerson(parts: AdminParts, given: Given): Promise<string> {
  const [username = "", address = "", roleName = ""] = given.words;
  const { consoleUrl } = parts.config;
  if (consoleUrl === null)
    throw new UsageError("There is no console here: set WASL_CONSOLE_URL first (docs/operations.md).");
  const email = readEmail(address);
  if (email === null) throw new UsageError(`"${address}" is no e-mail address.`);
  const role = readRole(roleName);
  if (role === null) throw new UsageError(`The role is one of ${roles.join(", ")}.`);
  const merchantId = await merchantIdOf(parts, username);
  const name = textOption(given, "name");
  const act = { name: "add-person", subject: `${username} ${role}` };
  const token = await runAdminAct(parts, act, async (trx) => {
    const person = await ensurePerson(trx, { email, ...(name !== undefined && { name }) });
    await setMembership(trx, { merchantId, personId: person.id, role });
    if (person.passwordHash !== null) return null;
    return await makePersonLink(trx, {
      personId: person.id,
      purpose: "set_password",
      now: systemClock.now(),
      lifetimeMs: timing.firstPasswordLinkMs,
    });
  });
  if (token === null) return `${email} works for ${username} as ${role}, with the password that they have.`;
  const hours = timing.firstPasswordLinkMs / (60 * 60_000);
  return `${consoleUrl}/reset/${token}\nIt is shown this once, works once, and ends in ${hours} hours. Hand it to ${email}.`;
}
