import assert from "node:assert/strict";
import { test } from "node:test";
import ar from "../i18n/screens.ar.json" with { type: "json" };
import en from "../i18n/screens.en.json" with { type: "json" };
import { columns, mostRows, readTable } from "./read-table.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function cellsOf(bytes: Uint8Array) {
  const table = readTable(bytes);
  assert.ok("rows" in table, JSON.stringify(table));
  return table.rows.map(({ line, cells }) => ({ line, ...cells }));
}

const wanted = [{ line: 2, amount: "250,50", name: "نورة", mobile: "٠٥٥١٢٣٤٥٦٧" }];

test("the same rows are read from UTF-8 with and without its mark, UTF-16 and Windows-1256", () => {
  const text = "المبلغ;الاسم;الجوال\r\n250,50;نورة;٠٥٥١٢٣٤٥٦٧\r\n";
  assert.deepEqual(cellsOf(utf8(text)), wanted);
  assert.deepEqual(cellsOf(utf8(`\uFEFF${text}`)), wanted);
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
  assert.deepEqual(cellsOf(utf16), wanted);
  // As Arabic Excel saves "CSV": المبلغ;الاسم in the code page of its Windows, which has no Arabic digits.
  const windows = Uint8Array.from([
    ...[0xc7, 0xe1, 0xe3, 0xc8, 0xe1, 0xdb, 0x3b, 0xc7, 0xe1, 0xc7, 0xd3, 0xe3, 0x0d, 0x0a],
    ...[0x38, 0x30, 0x3b, 0xe4, 0xe6, 0xd1, 0xc9],
  ]);
  assert.deepEqual(cellsOf(windows), [{ line: 2, amount: "80", name: "نورة" }]);
});

test("commas, semicolons and tabs separate, and Excel's own line that names the separator is no row", () => {
  for (const separator of [",", ";", "\t"]) {
    const text = ["Amount,Name", "80,Noura", "90,Fahd"].join("\r\n").replaceAll(",", separator);
    assert.deepEqual(
      cellsOf(utf8(text)).map(({ name }) => name),
      ["Noura", "Fahd"],
      JSON.stringify(separator),
    );
  }
  assert.deepEqual(cellsOf(utf8('sep=;\r\nAmount;Note\r\n80;"a, b; c"')), [
    { line: 2, amount: "80", note: "a, b; c" },
  ]);
});

test("headings are known in both languages, however they are spelled, and a row keeps its line", () => {
  const text = "العميل,المبلغ (ريال),رقم الجوال,تاريخ الإستحقاق\n\n,,,\nنورة,80,0551234567,2030-01-01\n";
  assert.deepEqual(cellsOf(utf8(text)), [
    { line: 4, name: "نورة", amount: "80", mobile: "0551234567", dueDate: "2030-01-01" },
  ]);
  const table = readTable(utf8("CUSTOMER NAME,E-Mail,amount,City\nA,a@b.example,80,Riyadh"));
  assert.ok("unused" in table);
  assert.deepEqual(table.unused, ["City"]);
});

test("the headings of the template are read back, in both languages", () => {
  for (const { bulkColumn } of [ar, en]) {
    const headings = columns.map((column) => bulkColumn[column]);
    const [row] = cellsOf(utf8(`${headings.join(",")}\n${columns.join(",")}`));
    for (const column of columns) assert.equal(row?.[column], column);
  }
});

test("a file that holds no rows says why", () => {
  const many = utf8(`amount\n${"1\n".repeat(mostRows + 1)}`);
  const faults = {
    workbook: Uint8Array.from([0x50, 0x4b, 3, 4, 9]),
    tooLarge: new Uint8Array(5_000_001),
    tooMany: many,
    empty: utf8("amount,name\n,\n"),
    noAmount: utf8("name,mobile\nA,0551234567"),
    quote: utf8('amount,name\n80,"A\n90,B'),
  };
  for (const [fault, bytes] of Object.entries(faults)) assert.deepEqual(readTable(bytes), { fault });
});
