/** The way back into a frame: the same query, and no other address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameAddress } from "./frame-address.ts";

test("the frame is opened again as it was, and nowhere else", () => {
  assert.equal(
    frameAddress("7QK4M2XPB9TNW3HC", "w=640&n=A%26B"),
    "/pay/frame/7QK4M2XPB9TNW3HC?w=640&n=A%26B",
  );
  assert.equal(frameAddress("7QK4M2XPB9TNW3HC", ""), "/pay/frame/7QK4M2XPB9TNW3HC");
  assert.equal(frameAddress("../x", "#//evil"), "/pay/frame/..%2Fx?%23%2F%2Fevil=");
});
