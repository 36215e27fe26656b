/** What people do about their own accounts, in the audit log of the shops that they work in. */
import type { FastifyRequest } from "fastify";
import { type AdminAct, writeAudit } from "../audit/audit-log.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { Services } from "../services.ts";
import { shopsOf } from "./persons.ts";

/** In the log of each shop of the person: its owner sees who came in, and who tried to. */
export async function auditPerson(
  { db }: Pick<Services, "db">,
  request: FastifyRequest,
  personId: number,
  {
    act,
    result = "done",
    details = null,
  }: Pick<AdminAct, "act" | "details"> & Partial<Pick<AdminAct, "result">>,
): Promise<void> {
  for (const { merchantId, role, world } of await shopsOf(db.kysely, personId))
    if (world === "live")
      await writeAudit(db.kysely, {
        actor: `person ${personId}`,
        act,
        merchantId,
        role,
        address: addressGroup(request.ip),
        result,
        details,
      });
}
