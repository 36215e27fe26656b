/** The statuses of orders that may be paid, for statements that are written as text. */
import { sql } from "kysely";
import { payableStatuses } from "#core/status-groups.ts";
import { literals } from "#db/literals.ts";

/** As literals: the partial indexes of open orders do not fit a statement that has parameters there. */
export const payableLiterals = sql.raw(literals(payableStatuses));
