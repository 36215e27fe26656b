/**
 * What an act of the audit log may say that it changed: its fields by name, with what their values are. The console has words for each name,
 * and for each value that is a code (`console/audit/act-changes.ts`): the compiler asks for them. A name that was written down once stays here.
 */
import type { WayByHand } from "./payment-by-hand.ts";
import type { ReturnState } from "./return-request.ts";
import type { Role } from "./roles.ts";

export type ActValues = {
  readonly role: Role;
  readonly email: string;
  /** E.164. */
  readonly mobile: string;
  /** Of a person. */
  readonly name: string;
  readonly shopName: string;
  /** Number of a client. */
  readonly client: string;
  /** In major units, such as `115.00`. */
  readonly amount: string;
  readonly currency: string;
  readonly way: WayByHand;
  /** Identity of a refund. */
  readonly refund: string;
  /** Identity of a request for a refund. */
  readonly approval: string;
  /** `person 3` or `key 5`, as the log names callers. */
  readonly requestedBy: string;
  /** Limits of refunds, in riyals. */
  readonly perInvoice: string;
  readonly perDay: string;
  /** Names of `limitedMakers` with a space between them; empty where no limit is. */
  readonly appliesTo: string;
  /** Of a return. */
  readonly state: ReturnState;
};

export type ActField = keyof ActValues;

/** Fields with their values at one time; null for what there was not. */
export type ActChange = { readonly [Field in ActField]?: ActValues[Field] | null };
