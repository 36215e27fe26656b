/** The units that the simulated authority knows: their certificates, their chains and what it has taken from them. */
import { Buffer } from "node:buffer";
import { z } from "zod";
import type { SimulatorTools } from "#sim/kit.ts";
import { issueCertificate, type UnitRequest } from "./certificates.ts";
import { firstPreviousHash } from "./findings.ts";

const csidSchema = z.strictObject({
  requestId: z.string(),
  token: z.string(),
  secret: z.string(),
  certificate: z.string(),
  use: z.enum(["compliance", "production"]),
  unit: z.string(),
  vatNumber: z.string(),
  forms: z.string(),
  /** The request, for the certificate that follows; base64. */
  subject: z.string(),
  publicKey: z.string(),
  /** Kinds of documents that were proven: "simplified 388" and so on. */
  proven: z.array(z.string()),
  isRevoked: z.boolean(),
});
export type Csid = z.output<typeof csidSchema>;

const chainSchema = z.strictObject({ counter: z.number(), hash: z.string() });
export type Chain = z.output<typeof chainSchema>;

const takenSchema = z.strictObject({
  /** sent_back: clearance was off when it came (303). */
  outcome: z.enum(["accepted", "rejected", "sent_back"]),
  at: z.number(),
  /** Why it was rejected. */
  errors: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  clearedXml: z.string().nullable(),
});
export type Taken = z.output<typeof takenSchema>;

export type Units = ReturnType<typeof createUnits>;

/** The records, in stores that survive a restart where there is a directory for them. */
export function createUnits({ store, ids, clock }: Pick<SimulatorTools, "store" | "ids" | "clock">) {
  const csids = store({ name: "csids", persist: csidSchema });
  const chains = store({ name: "chains", persist: chainSchema });
  const taken = store({ name: "documents", persist: takenSchema });
  const keyOf = (unit: string, hash: string): string => `${unit}/${hash}`;
  return {
    /** Issues a certificate for a request. */
    issue(request: UnitRequest, use: Csid["use"]): Csid {
      const certificate = issueCertificate(request, clock.now());
      const csid: Csid = {
        // Sent as a number: no zero leads.
        requestId: `1${ids.digits(12)}`,
        token: Buffer.from(certificate, "latin1").toString("base64"),
        secret: ids.base64(32),
        certificate,
        use,
        unit: `${request.vatNumber} ${request.serial}`,
        vatNumber: request.vatNumber,
        forms: request.forms,
        subject: request.subject.toString("base64"),
        publicKey: request.publicKey.toString("base64"),
        proven: [],
        isRevoked: false,
      };
      csids.set(csid.token, csid);
      return csid;
    },
    /** The certificate that an Authorization header names with its secret, for this use; null for any other. */
    authenticated(header: string | undefined, use: Csid["use"]): Csid | null {
      const basic = /^Basic (\S+)$/.exec(header ?? "")?.[1] ?? "";
      const [token = "", secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
      const csid = csids.get(token);
      return csid?.secret === secret && csid?.use === use && !csid.isRevoked ? csid : null;
    },
    revoke: (csid: Csid): void => csids.set(csid.token, { ...csid, isRevoked: true }),
    prove(csid: Csid, kind: string): void {
      csids.set(csid.token, { ...csid, proven: [...new Set([...csid.proven, kind])] });
    },
    /** All certificates that a unit ever had: what an earlier one stamped is taken after a renewal. */
    certificatesOf: (unit: string): string[] =>
      [...csids.values()].filter((each) => each.unit === unit).map(({ certificate }) => certificate),
    chainOf: (unit: string): Chain => chains.get(unit) ?? { counter: 0, hash: firstPreviousHash },
    takenBefore: (unit: string, hash: string): Taken | undefined => taken.get(keyOf(unit, hash)),
    /** Keeps the outcome of a document; its place in the chain is used up, also when it is rejected. */
    take(unit: string, place: Chain, outcome: Omit<Taken, "at">): void {
      taken.set(keyOf(unit, place.hash), { ...outcome, at: clock.now() });
      // What comes again keeps its place: the chain may be further already.
      if (place.counter === (chains.get(unit)?.counter ?? 0) + 1) chains.set(unit, place);
    },
  };
}
