/** Shops that people open: who may, and which wait for the operator (docs/decisions/0140). */
import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Finding } from "../payments/probe-account.ts";
import type { Config } from "../settings/config.ts";

const whoMay = {
  closed: "nobody but you opens shops",
  invited: "by invitation",
  open: "anybody opens shops",
};

/** A shop that waits is no fault; its owner waits for a person. */
export async function examineSignUp(
  { signUp }: Pick<Config, "signUp">,
  db: Kysely<Schema>,
): Promise<Omit<Finding, "what">> {
  const waiting = await db
    .selectFrom("merchants")
    .select("username")
    .where("approved_at", "is", null)
    .where("deactivated_at", "is", null)
    .orderBy("created_at")
    .execute();
  const names = waiting.map(({ username }) => username).join(", ");
  if (waiting.length > 0)
    return {
      state: "ok",
      detail: `${whoMay[signUp]}; ${waiting.length} wait for approve-merchant: ${names}`,
    };
  return { state: signUp === "closed" ? "off" : "ok", detail: whoMay[signUp] };
}
