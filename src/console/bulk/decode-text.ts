/** The text of a file as spreadsheets save it: UTF-8 with or without its mark, UTF-16, and the Windows code page of Arabic Excel. */

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

/** Whether the file is a workbook of Excel, which is no text: its first bytes are those of a ZIP file, or of the old format. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
}

/** Reads the bytes by their mark; without one as UTF-8, and what is not UTF-8 as Windows-1256. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1256").decode(bytes);
  }
}
