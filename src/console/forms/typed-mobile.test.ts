import assert from "node:assert/strict";
import { test } from "node:test";
import { readTypedMobile } from "./typed-mobile.ts";

test("a mobile keeps its digits in every writing, and its plus stands in front", () => {
  for (const typed of ["0551234567", "٠٥٥١٢٣٤٥٦٧", "055 123 4567", "\u200f055-123-4567"])
    assert.equal(readTypedMobile(typed), "0551234567", typed);
  for (const typed of ["+966551234567", "966551234567+", "+٩٦٦ ٥٥ ١٢٣ ٤٥٦٧"])
    assert.equal(readTypedMobile(typed), "+966551234567", typed);
});
