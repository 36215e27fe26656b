import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQR from "qr/decode.js";
import sharp, { type Sharp } from "sharp";
import { encodeTaxQr } from "#core/tax/tax-qr.ts";
import { qrOnPaper, qrPng } from "./qr-code.ts";

const facts = {
  vatNumber: "310122393500003",
  issuedAt: "2026-11-20T14:05:09",
  total: "1234567.89",
  vatTotal: "161030.59",
};
const texts = [
  encodeTaxQr({ ...facts, sellerName: "Bobs Records" }),
  encodeTaxQr({ ...facts, sellerName: "مؤسسة الأفق للتجارة ".repeat(12) }),
  "https://pay.example.sa/pay/order/0123456789ABCDEF",
];

async function decode(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR(
    { width: info.width, height: info.height, data },
    { effort: Infinity, timeLimit: Infinity },
  );
}

test("the PNG reads back as the text, and so does the SVG", async () => {
  for (const text of texts) {
    assert.equal(await decode(sharp(qrPng(text))), text);
    assert.equal(
      await decode(
        sharp(Buffer.from(qrOnPaper(text).svg), { density: 600 }).flatten({ background: "white" }),
      ),
      text,
    );
  }
});

test("the PNG has one bit per pixel, whole pixels per module and 600 dots per inch at 40 mm", async () => {
  const png = qrPng(texts[0] ?? "");
  const { width = 0, height, bitsPerSample, density = 0, format } = await sharp(png).metadata();
  assert.deepEqual({ height, bitsPerSample, format }, { height: width, bitsPerSample: 1, format: "png" });
  assert.ok(width >= 945);
  assert.ok(Math.abs((width / density) * 25.4 - 40) < 0.1);
  assert.ok(png.length < 10_000);
  const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([...new Set(data)].sort(), [0, 255]);
});

test("a code printed 40 mm wide and scanned askew, blurred and noisy at 150 dots per inch still reads", async () => {
  for (const text of texts) {
    const pixels = Math.round((40 / 25.4) * 150);
    const paper = await sharp(qrPng(text)).resize(pixels, pixels).toColourspace("b-w").png().toBuffer();
    const scan = sharp(paper)
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "white" })
      .rotate(4, { background: "white" })
      .blur(0.7)
      .linear(0.7, 40);
    assert.equal(await decode(sharp(await scan.png().toBuffer())), text);
  }
});

test("the same text gives the same bytes, another text other ones", () => {
  const [first = "", second = ""] = texts;
  assert.deepEqual(qrPng(first), qrPng(first));
  assert.notDeepEqual(qrPng(first), qrPng(second));
});
