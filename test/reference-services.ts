/**
 * What tests know of each method whose payment continues by a number: how its buyer asks for one, and how its simulator
 * has it. Races, limits, the loop of kills and the worlds by seed take the methods of the catalogue, so one that is
 * added does not compile until its row is here.
 */
import { type ReferenceMethod, referenceMethods } from "#methods/allowed.ts";

export type ReferenceService = {
  /** The simulator, and the store of it that has what was issued. */
  readonly simulator: string;
  readonly store: string;
  /** What brings a number into the world: the simulator's operation, and the end of its path. */
  readonly issuing: { readonly operation: string; readonly path: RegExp };
  /** Each number that a buyer may be given. */
  readonly number: RegExp;
  /** What the page of its simulated bank says of one that was paid. */
  readonly paid: RegExp;
  /** Its state once its order is cancelled: taken back, or still out, where the provider can take none back. */
  readonly afterCancel: "cancelled" | "offered";
  /** Its state forty days after its number has run out: over, or still out, where its provider may report a payment of it even then. */
  readonly afterEnd: "expired" | "offered";
  /**
   * How its bank pays a part of it (the action of its desk, beside which it has `over`), and what that part is once its order is paid otherwise:
   * surplus, where the provider closes the number, or still out until the number ends, where it keeps it open. Null where the
   * first payment ends a number, whatever its amount.
   */
  readonly payPart: { readonly action: string; readonly afterCancel: "surplus" | "offered" } | null;
  /** Fields of the call for one, in addition to those of every such call. */
  readonly fields: object;
  /** What its buyer types into the panel, by the ids of its fields; none of a panel without any. */
  readonly typed: Readonly<Record<string, string>>;
};

export const referenceServices: Readonly<Record<ReferenceMethod, ReferenceService>> = {
  sadad: {
    simulator: "moyasar",
    store: "bills",
    issuing: { operation: "CREATE_PAYMENT", path: /\/payments$/ },
    number: /^\d{12}$/,
    paid: /paid/,
    afterCancel: "offered",
    afterEnd: "expired",
    payPart: null,
    fields: { firstName: "نورة", lastName: "العتيبي", nationalId: "1000000008" },
    typed: { sadadNationalId: "١٠٠٠٠٠٠٠٠٨" },
  },
  a2a: {
    simulator: "viban",
    store: "accounts",
    issuing: { operation: "OPEN_ACCOUNT", path: /\/v1\/accounts$/ },
    number: /^SA\d{22}$/,
    // Closed as soon as the server knows of the money.
    paid: /received|closed/,
    afterCancel: "cancelled",
    afterEnd: "expired",
    payPart: { action: "partial", afterCancel: "surplus" },
    fields: { clientEmail: "noura@example.com" },
    typed: { a2aEmail: "noura@example.com" },
  },
};

/** The methods whose number can be paid in parts. */
export const methodsPaidInParts = referenceMethods.flatMap((method) => {
  const { payPart } = referenceServices[method];
  return payPart === null ? [] : [{ method, ...payPart }];
});

/** The body of the call for a number, without the proof of the order. */
export function referenceBody(method: ReferenceMethod, orderNumber: string): object {
  return {
    waslOrderNumber: orderNumber,
    orderNumber,
    clientEmail: null,
    mobile: "0551234567",
    clientName: "نورة العتيبي",
    ...referenceServices[method].fields,
  };
}
