/** The QR code of a cleared document, as the authority's file has it. Pure. */

/**
 * Finds the content of the QR code in a file.
 * @param xml the authority's: its prefixes and its white space are its own
 * @returns base64; null when the file has none
 */
export function qrOfXml(xml: string): string | null {
  for (const [reference] of xml.matchAll(
    /<(?:\w+:)?AdditionalDocumentReference\b[\s\S]*?<\/(?:\w+:)?AdditionalDocumentReference>/g,
  )) {
    if (!/<(?:\w+:)?ID\b[^>]*>\s*QR\s*</.test(reference)) continue;
    const [, content = ""] =
      /<(?:\w+:)?EmbeddedDocumentBinaryObject\b[^>]*>([A-Za-z0-9+/=\s]+)</.exec(reference) ?? [];
    return content.replace(/\s/g, "") || null;
  }
  return null;
}
