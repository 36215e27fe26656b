/**
 * The XAdES signature inside a stamped document, as the tax authority computes and reads it (Security Features
 * Implementation Standards, and the samples of its SDK R3.4.7). Not textbook XML-DSig: the properties are hashed as the
 * text that is embedded, with two namespaces written in, and blanks count. So all of it is written by hand, with the
 * authority's own indentation. Pure.
 */

/** What is signed beside the document. */
export type SignedFacts = {
  /** In Riyadh, "2026-11-20T02:05:09". */
  readonly signedAt: string;
  /** base64 of the hexadecimal SHA-256 of the certificate's base64. */
  readonly certificateDigest: string;
  /** Most specific part first, "CN=…, DC=…". */
  readonly issuerName: string;
  /** Decimal. */
  readonly serialNumber: string;
};

const digestMethod = 'Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"';
const ds = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const xades = ' xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"';

/** The text whose SHA-256, as base64 of its hexadecimal digits, is the second digest of the signature. */
export function hashedProperties(facts: SignedFacts): string {
  return propertiesXml(facts, { ds, xades });
}

function propertiesXml(facts: SignedFacts, names: { readonly ds: string; readonly xades: string }): string {
  const { signedAt, certificateDigest, issuerName, serialNumber } = facts;
  return `<xades:SignedProperties${names.xades} Id="xadesSignedProperties">
                                    <xades:SignedSignatureProperties>
                                        <xades:SigningTime>${signedAt}</xades:SigningTime>
                                        <xades:SigningCertificate>
                                            <xades:Cert>
                                                <xades:CertDigest>
                                                    <ds:DigestMethod${names.ds} ${digestMethod}/>
                                                    <ds:DigestValue${names.ds}>${certificateDigest}</ds:DigestValue>
                                                </xades:CertDigest>
                                                <xades:IssuerSerial>
                                                    <ds:X509IssuerName${names.ds}>${escapeName(issuerName)}</ds:X509IssuerName>
                                                    <ds:X509SerialNumber${names.ds}>${serialNumber}</ds:X509SerialNumber>
                                                </xades:IssuerSerial>
                                            </xades:Cert>
                                        </xades:SigningCertificate>
                                    </xades:SignedSignatureProperties>
                                </xades:SignedProperties>`;
}

/** Names of issuers come from certificates. */
function escapeName(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What the hash of a document leaves out (KSA-15, KSA-14). */
const left = ["ext:UBLExtensions", "cac:Signature", "cac:AdditionalDocumentReference[cbc:ID='QR']"];

const transforms = left
  .map(
    (path) => `
                                    <ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">
                                        <ds:XPath>not(//ancestor-or-self::${path})</ds:XPath>
                                    </ds:Transform>`,
  )
  .join("");

export type SignatureFacts = SignedFacts & {
  /** Of the document, base64. */
  readonly hash: string;
  /** Of `hashedProperties`, base64 of the hexadecimal digits. */
  readonly propertiesDigest: string;
  /** Over the document's hash, DER in base64. */
  readonly signature: string;
  /** DER in base64, one line. */
  readonly certificate: string;
};

/** The element `ext:UBLExtensions` of a stamped document. */
export function extensionsXml(facts: SignatureFacts): string {
  const { hash, propertiesDigest, signature, certificate } = facts;
  return `<ext:UBLExtensions>
    <ext:UBLExtension>
        <ext:ExtensionURI>urn:oasis:names:specification:ubl:dsig:enveloped:xades</ext:ExtensionURI>
        <ext:ExtensionContent>
            <sig:UBLDocumentSignatures xmlns:sig="urn:oasis:names:specification:ubl:schema:xsd:CommonSignatureComponents-2" xmlns:sac="urn:oasis:names:specification:ubl:schema:xsd:SignatureAggregateComponents-2" xmlns:sbc="urn:oasis:names:specification:ubl:schema:xsd:SignatureBasicComponents-2">
                <sac:SignatureInformation>
                    <cbc:ID>urn:oasis:names:specification:ubl:signature:1</cbc:ID>
                    <sbc:ReferencedSignatureID>urn:oasis:names:specification:ubl:signature:Invoice</sbc:ReferencedSignatureID>
                    <ds:Signature${ds} Id="signature">
                        <ds:SignedInfo>
                            <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11"/>
                            <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>
                            <ds:Reference Id="invoiceSignedData" URI="">
                                <ds:Transforms>${transforms}
                                    <ds:Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11"/>
                                </ds:Transforms>
                                <ds:DigestMethod ${digestMethod}/>
                                <ds:DigestValue>${hash}</ds:DigestValue>
                            </ds:Reference>
                            <ds:Reference Type="http://www.w3.org/2000/09/xmldsig#SignatureProperties" URI="#xadesSignedProperties">
                                <ds:DigestMethod ${digestMethod}/>
                                <ds:DigestValue>${propertiesDigest}</ds:DigestValue>
                            </ds:Reference>
                        </ds:SignedInfo>
                        <ds:SignatureValue>${signature}</ds:SignatureValue>
                        <ds:KeyInfo>
                            <ds:X509Data>
                                <ds:X509Certificate>${certificate}</ds:X509Certificate>
                            </ds:X509Data>
                        </ds:KeyInfo>
                        <ds:Object>
                            <xades:QualifyingProperties${xades} Target="signature">
                                ${propertiesXml(facts, { ds: "", xades: "" })}
                            </xades:QualifyingProperties>
                        </ds:Object>
                    </ds:Signature>
                </sac:SignatureInformation>
            </sig:UBLDocumentSignatures>
        </ext:ExtensionContent>
    </ext:UBLExtension>
</ext:UBLExtensions>`;
}
