/**
 * The audit log: what was done with rights of administration (PCI DSS 10.2.1.2, ASVS 16.3.1). The table refuses every
 * change of what is in it, by any caller.
 */
import { hostname, userInfo } from "node:os";
import type { Kysely } from "kysely";
import { actKindOf } from "#core/act-kinds.ts";
import type { Role } from "#core/roles.ts";
import { cleanText, stripUnseen } from "#core/text.ts";
import type { ActDetails } from "#db/people-schema.ts";
import type { Schema } from "#db/schema.ts";

/** One act, as it is written down. No personal data of buyers, no settings, no keys. */
export type AdminAct = {
  /** `user@host`, `key 12` or `person 7`. */
  readonly actor: string;
  /** Name of the command, or method and route of the call. */
  readonly act: string;
  readonly merchantId?: number | null;
  /** What it was done to: a username, an order's number, a method. */
  readonly subject?: string | null;
  /** `done`, `refused`, or `refused` and the code of the reason. */
  readonly result: "done" | "refused" | `refused ${string}`;
  /** Of a person: the role in which they acted, and the address they came from. */
  readonly role?: Role | null;
  readonly address?: string | null;
  readonly details?: ActDetails | null;
};

export type WrittenAct = Required<Pick<AdminAct, "actor" | "act" | "merchantId" | "subject" | "result">> & {
  readonly at: Date;
};

/** Writes an act down. Rejects when the database does not take it: an act that is not written is an error. */
export async function writeAudit(db: Kysely<Schema>, act: AdminAct): Promise<void> {
  await db
    .insertInto("admin_acts")
    .values({
      actor: act.actor.slice(0, 200),
      act: act.act.slice(0, 200),
      merchant_id: act.merchantId ?? null,
      subject: act.subject ? cleanText(act.subject, 200) || null : null,
      result: act.result,
      role: act.role ?? null,
      address: act.address?.slice(0, 64) ?? null,
      kind: actKindOf(act.act),
      details: act.details ? JSON.stringify(act.details, storable) : null,
    })
    .execute();
}

/** Names and values as the database stores them: an act with a zero byte in it would not be written down at all. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === "string" ? stripUnseen(value) : value;
}

/**
 * The last acts, oldest first.
 * @param merchantId those that concern one merchant; without it all
 */
export async function readAudit(
  db: Kysely<Schema>,
  { merchantId, most }: { readonly merchantId?: number; readonly most: number },
): Promise<WrittenAct[]> {
  const rows = await db
    .selectFrom("admin_acts")
    .select(["at", "actor", "act", "merchant_id as merchantId", "subject", "result"])
    .$if(merchantId !== undefined, (all) => all.where("merchant_id", "=", merchantId ?? null))
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.reverse() as WrittenAct[];
}

/** Who works on the command line: the user who logged in, and on which machine. */
export function operatorName(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const user = userName();
  const caller = environment["SUDO_USER"];
  return `${caller === undefined || caller === user ? user : `${caller} as ${user}`}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`; // a container may know no name
  }
}
