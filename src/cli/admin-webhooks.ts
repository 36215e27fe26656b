/** The operator's command about merchants' webhook endpoints. */
import { endpointStandings } from "#server/webhooks/standing.ts";
import { type AdminCommand, type AdminParts, type Given, merchantIdOf } from "./admin-command.ts";
import { table } from "./table.ts";

export const webhookCommands: Readonly<Record<string, AdminCommand>> = {
  "list-webhooks": {
    words: "[username]",
    summary:
      "webhook endpoints of a merchant or of all: whether they work, and what is still to be delivered",
    run: listWebhooks,
  },
};

async function listWebhooks(parts: AdminParts, { words: [username] }: Given): Promise<string> {
  const merchantId = username === undefined ? null : await merchantIdOf(parts, username);
  const standings = await endpointStandings(parts.db.kysely, merchantId);
  if (standings.length === 0) return "There are no webhook endpoints.";
  return table([
    ["merchant", "id", "address", "events", "state", "to deliver"],
    ...standings.map((each) => [
      each.username,
      String(each.id),
      each.url,
      each.types.length === 0 ? "all" : each.types.join(" "),
      stateOf(each),
      String(each.outstanding),
    ]),
  ]);
}

function stateOf({
  disabled_at,
  disabled_reason,
  failing_since,
}: Awaited<ReturnType<typeof endpointStandings>>[number]): string {
  if (disabled_at !== null)
    return `off since ${disabled_at.toISOString()} (${disabled_reason === "failing" ? "it had failed for days" : "by the merchant"})`;
  return failing_since === null ? "ok" : `FAILING since ${failing_since.toISOString()}`;
}
