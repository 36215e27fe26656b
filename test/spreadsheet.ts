/** Reads an XLSX file as a spreadsheet would: by the directory at its end, each part checked by its checksum. */
import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";
import { XmlDocument, type XmlElement } from "libxml2-wasm";

export type SheetCell = { readonly type: string; readonly text: string };

export type Sheet = {
  readonly name: string;
  readonly isRightToLeft: boolean;
  readonly rows: readonly (readonly SheetCell[])[];
};

/** The files of an archive. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, "the archive has its directory");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [crc, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const head = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(head), 0x04034b50);
    assert.equal(archive.toString("utf8", head + 30, head + 30 + nameLength), name);
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    assert.deepEqual([bytes.length, crc32(bytes)], [size, crc], name);
    files.set(name, bytes);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const namespaces = { m: "http://schemas.openxmlformats.org/spreadsheetml/2006/main" };

/** The sheets of a workbook, in order. */
export function readSheets(archive: Buffer): Sheet[] {
  const files = unzip(archive);
  const part = (path: string): XmlDocument => XmlDocument.fromBuffer(files.get(path) ?? Buffer.alloc(0));
  for (const path of ["[Content_Types].xml", "_rels/.rels", "xl/styles.xml", "xl/_rels/workbook.xml.rels"])
    part(path).dispose();
  const book = part("xl/workbook.xml");
  const names = book
    .find("//m:sheet", namespaces)
    .map((sheet) => attribute(sheet as XmlElement, "name") ?? "");
  book.dispose();
  return names.map((name, index) => {
    const sheet = part(`xl/worksheets/sheet${index + 1}.xml`);
    const view = sheet.get("//m:sheetView", namespaces) as XmlElement;
    const rows = sheet.find("//m:row", namespaces).map((row) =>
      row.find("m:c", namespaces).map((cell) => ({
        type: attribute(cell as XmlElement, "t") ?? "n",
        text: (cell as XmlElement).content,
      })),
    );
    const isRightToLeft = attribute(view, "rightToLeft") === "1";
    sheet.dispose();
    return { name, isRightToLeft, rows };
  });
}

function attribute(element: XmlElement, name: string): string | undefined {
  return element.attr(name)?.value;
}
