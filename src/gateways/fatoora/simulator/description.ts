/** What the control page tells about the simulated tax authority. */
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";

const codes = [
  ["111111", "refused: it is none"],
  ["222222", "refused: its hour is over"],
  ["any other 6 digits", "a certificate"],
];

/** Those of payments and of messages are missing: there are none. */
const { amount_mismatch, duplicate_webhook, webhook_before_reply, unlisted_status, ...faults } = commonFaults;

/** The description of the simulator. */
export function describeFatoora(): SimulatorDescription {
  return {
    title: "FATOORA",
    summary:
      "The tax authority's interface for stamped documents: certificates, reports, clearances. Address: this origin " +
      "followed by /fatoora, in place of the authority's address up to /developer-portal, /simulation or /core.",
    operations: ["COMPLIANCE_CSID", "COMPLIANCE_CHECK", "PRODUCTION_CSID", "RENEWAL", "REPORT", "CLEAR"],
    faults: {
      ...faults,
      status_429: "Answers 429 with Retry-After: 7 without doing anything.",
      warn: "Takes the document with a warning (202).",
      reject:
        "Rejects a document that is right (400), in the compliance check, too; its place in the chain is used up.",
      revoke: "Revokes the certificate for good and answers 401.",
      clearance_off: "Answers 303: the document is to be reported.",
      cleared_file_swapped: "Clears the document, and answers with the cleared file of another one.",
      compliance_again: "Answers a renewal with 428 and the certificate to prove the unit with once more.",
    },
    magicValues: [
      { title: "Codes of the portal", columns: ["OTP", "Result"], rows: codes },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [["24 hours", "a document that was taken is not known as a repetition any more"]],
      },
    ],
    notSimulated: [
      "The rules of the XML (schema and Schematron): stamp, hash, QR code, seller and chain are checked, not the content.",
      "The stamp inside a cleared document stays the unit's; its QR code is the authority's.",
      "Codes of the portal that are used up, limits of rates, the canned certificate of the developer portal.",
    ],
  };
}
