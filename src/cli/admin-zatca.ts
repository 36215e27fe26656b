/** The operator's commands about phase 2 of e-invoicing: units that stamp for merchants, their certificates, how they stand. */
import { Secret } from "#core/secret/secret.ts";
import { stampingStates } from "#core/zatca/unit-state.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createLog } from "#server/log/log.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { authorityChoices, authorityClient, choicesOfTestWorlds } from "#server/zatca/authority.ts";
import { environments, type ZatcaEnvironment } from "#server/zatca/csr.ts";
import type { Application } from "#server/zatca/onboarding/application-store.ts";
import { beginOnboarding, beginRenewal, giveUpOnboarding } from "#server/zatca/onboarding/begin.ts";
import { leadToCertificate, type OnboardingParts } from "#server/zatca/onboarding/onboard.ts";
import { OnboardingRefusal } from "#server/zatca/onboarding/onboarding-refusal.ts";
import { type UnitStanding, unitStandings, whatToDo } from "#server/zatca/onboarding/unit-standing.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  textOption,
  UsageError,
} from "./admin-command.ts";

const subjectOptions = {
  branch: { type: "string" },
  category: { type: "string" },
  anew: { type: "boolean" },
} as const satisfies AdminCommand["options"];

const subjectDetails = `  --branch <name>     of the branch; of a VAT group, the member's TIN. The city unless said
  --category <text>   what the shop does, "E-commerce" unless said
  --anew              forget the steps that are done and begin with a new request`;

export const zatcaCommands: Readonly<Record<string, AdminCommand>> = {
  "zatca-onboard": {
    words: "<username> <otp>",
    summary: "make the unit that stamps a merchant's tax invoices (phase 2), and get its certificate",
    details: `The code (OTP) is made in the authority's Fatoora portal by the merchant; it is good for an hour, and once.
Cut off or refused, the same command goes on with the step that is next. When it is done, the merchant is in phase 2:
its invoices are stamped, and reported or cleared. Options:
  --environment <e>   sandbox, simulation or production: what this installation may use, the first of them unless said
${subjectDetails}`,
    options: { ...subjectOptions, environment: { type: "string" } },
    run: onboard,
  },
  "zatca-renew": {
    words: "<username> <otp>",
    summary: "get the next certificate of a merchant's unit, before the one that it has ends",
    details: `With a new code of the portal, and a new key; the chain of documents goes on. Options:
${subjectDetails}; for a certificate that the authority no longer knows`,
    options: subjectOptions,
    run: renew,
  },
  "zatca-give-up": {
    words: "<username>",
    summary: "drop a unit that was begun and has no certificate yet, or a renewal that is not done",
    run: giveUp,
  },
  "zatca-status": {
    words: "[username]",
    summary: "phase of a merchant, or of all: units, certificates, chains, what was sent, what is to be done",
    run: showStatus,
  },
};

/** Runs with what onboarding needs, and closes it; what was done is printed before what stopped it. */
async function lead(
  parts: AdminParts,
  { words: [username = "", otp = ""] }: Given,
  of: {
    readonly name: string;
    readonly goesByRenewal: boolean;
    readonly begin: (
      trx: Parameters<Parameters<OnboardingParts["commit"]>[0]>[0],
      sealing: OnboardingParts["sealing"],
    ) => Promise<Application>;
  },
): Promise<string> {
  if (!/^\d{6}$/.test(otp)) throw new UsageError("The code of the portal (OTP) has six digits.");
  const keys = await readMasterKeys(parts.config);
  await claimSecrets(parts.db.kysely, keys, "command");
  const sealing = createSealing(keys);
  const { http, close } = createHttpClient({ log: createLog(() => {}) });
  const done: string[] = [];
  const say = (line: string): void => {
    done.push(line);
    parts.progress(line.split("\n")[0] ?? "");
  };
  const commit: OnboardingParts["commit"] = (work) =>
    runAdminAct(parts, { name: of.name, subject: username }, work);
  try {
    const application = await commit((trx) => of.begin(trx, sealing));
    const { environment, serial } = application.unit;
    say(`Unit ${serial} for ${environment}: key and request are made.`);
    const client = authorityClient(parts.config, environment, { http, clock: systemClock });
    const onboarding = { db: parts.db.kysely, commit, sealing, client, clock: systemClock, say };
    await leadToCertificate(onboarding, application, {
      otp: new Secret(otp),
      goesByRenewal: of.goesByRenewal,
    });
    return [...done, `Tax invoices of ${username} are stamped with it from now on.`].join("\n");
  } catch (error) {
    if (!(error instanceof OnboardingRefusal)) throw error;
    throw new UsageError([...done, error.message].join("\n"));
  } finally {
    parts.progress("");
    await close();
  }
}

async function onboard(parts: AdminParts, given: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, given.words[0] ?? "");
  const environment = await readEnvironment(parts, merchantId, textOption(given, "environment"));
  const startsAnew = given.options["anew"] === true;
  return await lead(parts, given, {
    name: "zatca-onboard",
    goesByRenewal: false,
    begin: (trx, sealing) =>
      beginOnboarding(trx, sealing, { merchantId, environment, choices: choicesOf(given), startsAnew }),
  });
}

async function renew(parts: AdminParts, given: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, given.words[0] ?? "");
  const startsAnew = given.options["anew"] === true;
  return await lead(parts, given, {
    name: "zatca-renew",
    goesByRenewal: !startsAnew,
    begin: (trx, sealing) =>
      beginRenewal(trx, sealing, { merchantId, choices: choicesOf(given), startsAnew }),
  });
}

function choicesOf(given: Given) {
  return {
    branch: textOption(given, "branch") ?? null,
    businessCategory: textOption(given, "category") ?? null,
  };
}

async function readEnvironment(
  { config, db }: AdminParts,
  merchantId: number,
  word: string | undefined,
): Promise<ZatcaEnvironment> {
  const { world } = await db.kysely
    .selectFrom("merchants")
    .select("world")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const choices = world === "test" ? choicesOfTestWorlds : authorityChoices[config.environment];
  const chosen = environments.find((each) => each === (word ?? choices[0]));
  if (!chosen || !choices.includes(chosen))
    throw new UsageError(
      `--environment cannot be "${word}": ${world === "test" ? "for a test world" : `where WASL_ENV is ${config.environment}`} it is ${anyOf.format(choices)}.`,
    );
  return chosen;
}

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

async function giveUp(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  const dropped = await runAdminAct(parts, { name: "zatca-give-up", subject: username }, (trx) =>
    giveUpOnboarding(trx, merchantId),
  );
  if (dropped === null) return `No unit of ${username} is being made, and none renewed.`;
  return dropped === "unit"
    ? `The unit that was begun for ${username} is dropped.`
    : `The renewal is dropped. The unit of ${username} stamps with the certificate that it has.`;
}

async function showStatus(parts: AdminParts, { words: [username] }: Given): Promise<string> {
  const merchantId = username === undefined ? null : await merchantIdOf(parts, username);
  const standings = await unitStandings(parts.db.kysely, merchantId);
  const phase = username === undefined ? null : await phaseText(parts, username, standings);
  if (standings.length === 0) return phase ?? "No merchant is in phase 2.";
  return [...(phase === null ? [] : [phase]), ...standings.map(standingText)].join("\n\n");
}

/** 0: issues no tax invoices. 1: issues them. 2: stamps them as well. */
async function phaseText(
  { db }: AdminParts,
  username: string,
  standings: readonly UnitStanding[],
): Promise<string> {
  const { vat_number } = await db.kysely
    .selectFrom("merchants")
    .select("vat_number")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const isHeld = standings.some(({ state }) => state === "held");
  if (isHeld) return `${username} is in phase 2, and its unit is held: its tax documents wait.`;
  const stamps = standings.some(({ state }) => stampingStates.some((each) => each === state));
  if (stamps) return `${username} is in phase 2: its tax invoices are stamped.`;
  if (vat_number === null)
    return `${username} is in phase 0: it has no VAT number and issues no tax invoices.`;
  return `${username} is in phase 1: its tax invoices are issued and not stamped.`;
}

function standingText(standing: UnitStanding): string {
  const { username, environment, serial, state, notAfter, stamped, sent, rejected, waiting, step } = standing;
  const advice = [
    whatToDo(standing, systemClock.now()),
    rejected > 0
      ? `${rejected} rejected: tax-submissions ${username} says why, tax-correct ${username} <number> puts a corrected one in the place of each`
      : null,
  ].filter((each) => each !== null);
  const states = Object.entries(sent).map(([name, count]) => `${count} ${name}`);
  const facts = [
    ["Unit", `${serial} of ${username}, ${environment}, ${state}`],
    ["Certificate", notAfter === null ? "none yet" : `until ${notAfter.toISOString().slice(0, 10)}`],
    ...(step !== null && step !== "issued" ? [["Step done", stepTexts[step]]] : []),
    ["Chain", stamped === 1 ? "1 document" : `${stamped} documents`],
    ...(states.length > 0 ? [["Sent", states.join(", ")]] : []),
    ...(waiting > 0 ? [["Waiting", waiting === 1 ? "1 tax invoice" : `${waiting} tax invoices`]] : []),
    ["To do", advice.join("; ") || "nothing"],
  ];
  return facts.map(([name = "", text = ""]) => name.padEnd(13) + text).join("\n");
}

const stepTexts = {
  asked: "key and request are made",
  certified: "the compliance certificate is there",
  proven: "the compliance check is passed",
} as const;
