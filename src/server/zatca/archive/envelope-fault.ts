/** Proves a stamped file again from itself: what an archive says of a chain was checked when it was written. */
import { createHash, verify, X509Certificate } from "node:crypto";

/** What the rows say of a file. */
export type EnvelopeRow = {
  readonly uuid: string;
  readonly icv: number;
  readonly previousHash: string;
  readonly hash: string;
  /** As it was stamped: written canonical (decision 0064), so that its parts are found as text. */
  readonly xml: string;
};

/** What is wrong with a file, in words; null when file, rows and stamp agree. */
export function envelopeFault({ uuid, icv, previousHash, hash, xml }: EnvelopeRow): string | null {
  const digest = createHash("sha256").update(hashedText(xml), "utf8").digest();
  if (digest.toString("base64") !== hash) return "its hash is not that of its file";
  if (!xml.includes(`<cbc:UUID>${uuid}</cbc:UUID>`)) return "its file names another document";
  if (textIn(xml, /<cbc:ID>ICV<\/cbc:ID><cbc:UUID>([^<]*)</) !== String(icv))
    return "its file has another counter";
  if (textIn(xml, /<cbc:ID>PIH<\/cbc:ID><cac:Attachment><[^>]*>([^<]*)</) !== previousHash)
    return "its file follows another document";
  const certificate = textIn(xml, /<ds:X509Certificate>([^<]*)</);
  const signature = Buffer.from(textIn(xml, /<ds:SignatureValue>([^<]*)</), "base64");
  const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
  return verify("sha256", digest, publicKey, signature) ? null : "its stamp does not verify";
}

/** What the hash is over: the file without stamp, signature and QR code (the authority's three transforms). */
function hashedText(xml: string): string {
  return xml
    .replace(/^<\?xml[^>]*\?>\n/, "")
    .replace(/<ext:UBLExtensions>[\s\S]*?<\/ext:UBLExtensions>/, "")
    .replace(
      /<cac:AdditionalDocumentReference><cbc:ID>QR<\/cbc:ID>[\s\S]*?<\/cac:AdditionalDocumentReference>/,
      "",
    )
    .replace(/<cac:Signature>[\s\S]*?<\/cac:Signature>/, "");
}

function textIn(xml: string, pattern: RegExp): string {
  return pattern.exec(xml)?.[1] ?? "";
}
