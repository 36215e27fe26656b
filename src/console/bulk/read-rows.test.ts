import assert from "node:assert/strict";
import { test } from "node:test";
import { newInvoice } from "#contract/new-invoice.ts";
import { readRows, sumOf } from "./read-rows.ts";
import type { TableRow } from "./read-table.ts";
import { rowKey } from "./row-key.ts";

const words = { defaultTitle: "مشتريات", today: "2026-11-23" };

const rowsOf = (...cells: TableRow["cells"][]) =>
  readRows(
    cells.map((each, index) => ({ line: index + 2, cells: each })),
    words,
  );

test("a row becomes the body of an invoice that the API takes, whatever digits it is written in", () => {
  const [row] = rowsOf({
    amount: "١٬٢٥٠٫٥٠",
    mobile: "\u200f٠٥٥ ١٢٣ ٤٥٦٧",
    name: "نورة",
    title: "إيجار",
    dueDate: "٣١/١٢/٢٠٢٦",
    discount: "50",
    number: "A-1",
  });
  assert.equal(row?.faults, null);
  assert.deepEqual(row?.body, {
    lines: [{ title: "إيجار", quantity: 1, unitPrice: "1250.50" }],
    client: { name: "نورة", mobile: "0551234567", countryCode: "SA" },
    pricesIncludeVat: false,
    discount: { type: "FIXED", value: "50" },
    dueDate: "2026-12-31",
    externalOrderNumber: "A-1",
  });
  assert.ok(newInvoice.safeParse(row?.body).success);
});

test("a mobile without the zero that a spreadsheet took is one, a rounded one is not", () => {
  const [short, rounded, foreign] = rowsOf(
    { amount: "1", mobile: "551234567" },
    { amount: "1", mobile: "9.66551E+11" },
    { amount: "1", mobile: "+971 50 123 4567" },
  );
  assert.equal(short?.faults, null);
  assert.deepEqual(rounded?.faults, { mobile: "fault.mobile" });
  assert.equal(foreign?.body?.client?.countryCode, "AE");
});

test("every wrong cell of a row is named", () => {
  const [row, nameless] = rowsOf(
    { amount: "1.234,50", mobile: "123", dueDate: "2026-11-22", number: "9".repeat(101) },
    { amount: "", mobile: "" },
  );
  assert.deepEqual(row?.faults, {
    amount: "fault.amount",
    mobile: "fault.mobile",
    dueDate: "fault.dueDate",
    number: "bulkFault.number",
  });
  assert.deepEqual(nameless?.faults, { amount: "fault.amountMissing", mobile: "fault.mobileMissing" });
});

test("a day is never guessed: in a file with months first no day with slashes is read, nor a Hijri one", () => {
  const [american, ambiguous, iso, hijri] = rowsOf(
    { amount: "1", name: "A", dueDate: "12/31/2026" },
    { amount: "1", name: "B", dueDate: "12/1/2026" },
    { amount: "1", name: "C", dueDate: "2026-12-1" },
    { amount: "1", name: "D", dueDate: "1448-06-13" },
  );
  assert.deepEqual(american?.faults, { dueDate: "bulkFault.day" });
  assert.deepEqual(ambiguous?.faults, { dueDate: "bulkFault.day" });
  assert.equal(iso?.body?.dueDate, "2026-12-01");
  assert.deepEqual(hijri?.faults, { dueDate: "bulkFault.day" });
});

test("a row keeps its key in a corrected, sorted or widened file, and one that says the same has its own", async () => {
  const one = { amount: "80", name: "A" };
  const other = { amount: "90", name: "B" };
  const keysOf = (...cells: TableRow["cells"][]) => Promise.all(rowsOf(...cells).map(rowKey));
  const [first, second, third] = await keysOf(one, other, one);
  assert.equal(new Set([first, second, third]).size, 3);
  assert.deepEqual(await keysOf({ name: "B", amount: "90" }, { ...one, note: "" }, one), [
    second,
    first,
    third,
  ]);
  const [changed] = await keysOf({ ...one, amount: "81" });
  assert.notEqual(changed, first);
  assert.match(first ?? "", /^[0-9a-f]{64}$/);
});

test("the sum is of the rows that can be issued", () => {
  assert.equal(
    sumOf(rowsOf({ amount: "80.10", name: "A" }, { amount: "x", name: "B" }, { amount: "0.2", name: "C" })),
    "80.30",
  );
});
