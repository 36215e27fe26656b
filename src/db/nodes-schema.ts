/** What migrations 0047 and 0048 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { Generated } from "kysely";

export type NodesSchema = {
  nodes: {
    id: string;
    storage: string;
    has_own_secret: boolean;
    version: string;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  limit_uses: { key: string; count: number; until: Date };
};
