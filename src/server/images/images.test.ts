import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { type Kysely, sql } from "kysely";
import sharp, { type Sharp } from "sharp";
import { minor } from "#core/money.ts";
import type { Log } from "#core/ports.ts";
import { isProblem, type ProblemCode } from "#core/problem.ts";
import type { DocumentsDatabase, DocumentsSchema } from "#db/documents-schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { insertMerchant, insertOrder } from "#test/document-fixtures.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { mountProblems } from "../http/problems.ts";
import { systemIds } from "../ports.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { encodeImage, maxImageBytes } from "./image-encoding.ts";
import { mountImages } from "./image-routes.ts";
import { isImageOf, storeImage } from "./image-store.ts";

const logged: string[] = [];
const log: Log = { info: () => {}, warn: () => {}, error: (event) => logged.push(event) };
const linkIdentity = "0123456789AB";
const directory = temporaryDirectory();
const storage: Storage = createDiskStorage(directory.path);
let database: TestDatabase;
let db: Kysely<DocumentsDatabase>;
let app: FastifyInstance;
let origin: string;
let merchantId: number;
let linkMerchant: number | null = null;

before(async () => {
  database = await createTestDatabase();
  db = database.kysely.withTables<DocumentsSchema>();
  merchantId = await insertMerchant(db);
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  mountProblems(app, log);
  mountImages(app, {
    db: { kysely: db },
    storage,
    log,
    merchantOfLink: async (identity) => (identity === linkIdentity ? linkMerchant : null),
  });
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await app.close();
  await database[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

const services = () => ({ db: { kysely: db }, storage, ids: systemIds });

function picture(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

/** Pixels that do not repeat, as in a photograph. */
function photograph(width: number, height: number): Sharp {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: "white", noise } });
}

async function assertRefused(work: Promise<unknown>, code: ProblemCode): Promise<void> {
  await assert.rejects(work, (error) => isProblem(error) && error.code === code);
}

describe("an uploaded picture", () => {
  test("becomes three sizes that keep its proportions, and a small one is not blown up", async () => {
    const cases = [
      { upload: await photograph(2_000, 1_000).jpeg().toBuffer(), sizes: ["1600x800", "300x150", "100x50"] },
      { upload: await photograph(600, 1_200).webp().toBuffer(), sizes: ["600x1200", "150x300", "50x100"] },
      { upload: await picture(80, 40, "red").png().toBuffer(), sizes: ["80x40", "80x40", "80x40"] },
    ];
    for (const { upload, sizes } of cases) {
      const encoded = await encodeImage(upload);
      assert.deepEqual(
        encoded.map(({ variant }) => variant),
        ["full", "medium", "small"],
      );
      for (const [index, file] of encoded.entries()) {
        const { width, height, format } = await sharp(file.bytes).metadata();
        assert.equal(`${width}x${height}`, sizes[index]);
        assert.equal(`${file.width}x${file.height}`, sizes[index]);
        assert.equal(file.contentType, `image/${format}`);
      }
    }
  });

  test("keeps its transparency as PNG; a photograph becomes JPEG", async () => {
    const [logo] = await encodeImage(await picture(200, 200, "rgba(255,0,0,0.5)").webp().toBuffer());
    assert.equal(logo?.contentType, "image/png");
    assert.equal((await sharp(logo?.bytes).metadata()).hasAlpha, true);
    const [photo] = await encodeImage(await photograph(400, 300).png().toBuffer());
    assert.equal(photo?.contentType, "image/jpeg");
  });

  test("stands upright and brings no metadata with it", async () => {
    const upload = await photograph(400, 200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "Somebody", ImageDescription: "24.7136, 46.6753" } })
      .jpeg()
      .toBuffer();
    assert.ok(upload.includes("24.7136"));
    for (const { bytes } of await encodeImage(upload)) {
      assert.ok(!bytes.includes("24.7136") && !bytes.includes("Somebody"));
      const { width = 0, height = 0, exif, orientation } = await sharp(bytes).metadata();
      assert.ok(height > width);
      assert.deepEqual([exif, orientation], [undefined, undefined]);
    }
  });

  test("has nothing of the bytes that were hidden in it", async () => {
    const script = Buffer.from("<script>alert(1)</script>");
    const upload = Buffer.concat([await photograph(50, 50).jpeg().toBuffer(), script]);
    for (const { bytes } of await encodeImage(upload)) assert.ok(!bytes.includes(script));
  });

  test("is refused when it is no JPEG, PNG or WebP, whatever it claims to be", async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    );
    const gif = await picture(10, 10, "red").gif().toBuffer();
    const tiff = await picture(10, 10, "red").tiff().toBuffer();
    for (const bytes of [svg, gif, tiff, Buffer.from("<html>"), Buffer.alloc(0), Buffer.from("%PDF-1.7")]) {
      await assertRefused(encodeImage(bytes), "unsupported_media_type");
    }
    // The merchant receives what would be accepted.
    const told = (error: unknown) =>
      isProblem(error) && /JPEG, PNG or WebP/.test(error.fields?.[0]?.message ?? "");
    await assert.rejects(encodeImage(gif), told);
  });

  test("is refused when it is broken, cut off or only pretends", async () => {
    const whole = await photograph(500, 500).jpeg().toBuffer();
    const pretended = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<svg/>")]);
    for (const bytes of [whole.subarray(0, whole.length / 2), pretended]) {
      await assertRefused(encodeImage(bytes), "validation_failed");
    }
  });

  test("is refused above five megabytes, and above twenty-five megapixels however small the file", async () => {
    await assertRefused(encodeImage(Buffer.alloc(maxImageBytes + 1, 0xff)), "body_too_large");
    const bomb = await picture(6_000, 5_000, "black").png({ compressionLevel: 9 }).toBuffer();
    assert.ok(bomb.length < 200_000);
    await assertRefused(encodeImage(bomb), "validation_failed");
  });

  test("is kept with an id of 128 bits that belongs to its merchant; equal files are stored once", async () => {
    const bytes = await photograph(120, 120).png().toBuffer();
    const first = await storeImage(services(), { merchantId, bytes });
    assert.deepEqual([first.width, first.height, first.isNew], [120, 120, true]);
    assert.match(first.id, /^[\w-]{22}$/);
    assert.deepEqual(await storeImage(services(), { merchantId, bytes }), { ...first, isNew: false });
    const second = await storeImage(services(), { merchantId: await insertMerchant(db), bytes });
    assert.notEqual(first.id, second.id);
    const hashes = await db
      .selectFrom("image_files")
      .select("sha256")
      .distinct()
      .where("image_id", "in", [first.id, second.id])
      .execute();
    assert.ok(hashes.length <= 3);
    assert.equal(await isImageOf(db, merchantId, first.id), true);
    assert.equal(await isImageOf(db, await insertMerchant(db), first.id), false);
  });
});

describe("the address of a picture", () => {
  const load = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}/openApi/${path}`, { headers });

  async function sizeOf(response: Response): Promise<string> {
    assert.equal(response.status, 200);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return `${width}x${height}`;
  }

  async function upload(width: number, height: number): Promise<string> {
    return (
      await storeImage(services(), { merchantId, bytes: await photograph(width, height).png().toBuffer() })
    ).id;
  }

  async function merchantWithLogo(): Promise<{ readonly id: number; readonly imageId: string }> {
    const imageId = await upload(800, 400);
    return { id: await insertMerchant(db, { logoImageId: imageId }), imageId };
  }

  async function insertProduct(imageId: string | null): Promise<number> {
    const values = { merchant_id: merchantId, title: "قهوة", price: minor(100), image_id: imageId };
    return (await db.insertInto("products").values(values).returning("id").executeTakeFirstOrThrow()).id;
  }

  /** Puts a product on a link and gives the link's id. */
  async function sell(productId: number): Promise<number> {
    const made = await sql<{ id: number }>`
      insert into product_links (link_identity, merchant_id, product_id, allowed_methods)
      values (${systemIds.linkIdentity()}, ${merchantId}, ${productId}, '{mada}') returning id`.execute(db);
    return made.rows[0]?.id ?? 0;
  }

  test("gives a merchant's logo in three sizes, by order and by link", async () => {
    const { id } = await merchantWithLogo();
    const { orderNumber } = await insertOrder(db, id);
    linkMerchant = id;
    assert.equal(await sizeOf(await load(`loadMerchantImage/${id}`)), "800x400");
    assert.equal(await sizeOf(await load(`loadMerchantImage/${id}/300/300`)), "300x150");
    assert.equal(await sizeOf(await load(`loadMerchantImage/${id}/100/100`)), "100x50");
    assert.equal(await sizeOf(await load(`loadMerchantImage/o/${orderNumber}`)), "300x150");
    assert.equal(await sizeOf(await load(`loadMerchantImage/l/${linkIdentity.toLowerCase()}`)), "300x150");
  });

  test("gives product pictures, their thumbnails and sold pictures", async () => {
    const imageId = await upload(900, 900);
    const productId = await insertProduct(imageId);
    await sell(productId);
    assert.equal(await sizeOf(await load(`downloadProductImageBytes/${productId}`)), "900x900");
    assert.equal(await sizeOf(await load(`downloadProductThumbnailImageBytes/${productId}`)), "300x300");
    assert.equal(await sizeOf(await load(`downloadSoldProductImageBytes/${imageId}`)), "900x900");
    assert.equal(await sizeOf(await load(`downloadSoldProductImageBytes/${imageId}?size=300`)), "300x300");
    assert.equal(await sizeOf(await load(`downloadSoldProductImageBytes/${imageId}?size=100`)), "100x100");
  });

  test("gives the picture of a product that is not on sale to a client that knows the picture's id, not its number", async () => {
    const imageId = await upload(900, 900);
    const productId = await insertProduct(imageId);
    const byNumber = async () => await sizeOf(await load(`downloadProductImageBytes/${productId}`));
    const placeholder = await sizeOf(await load("downloadProductImageBytes/999999999"));
    assert.equal(await byNumber(), placeholder, "it is on no link");
    const onSale = await sell(productId);
    assert.equal(await byNumber(), "900x900");
    for (const [off, on] of [
      [
        "update product_links set is_active = false where id = $1",
        "update product_links set is_active = true where id = $1",
      ],
      [
        "update product_links set expires_at = now() where id = $1",
        "update product_links set expires_at = null where id = $1",
      ],
    ] as const) {
      await sql.raw(off.replace("$1", String(onSale))).execute(db);
      assert.equal(await byNumber(), placeholder, off);
      await sql.raw(on.replace("$1", String(onSale))).execute(db);
    }
    await sql`update products set is_archived = true where id = ${productId}`.execute(db);
    assert.equal(await byNumber(), placeholder, "it is archived");
    assert.equal(await sizeOf(await load(`downloadProductImageBytes/${productId}?v=${imageId}`)), "900x900");
    const foreign = await upload(500, 500);
    assert.equal(
      await sizeOf(await load(`downloadProductImageBytes/${productId}?v=${foreign}`)),
      placeholder,
    );
  });

  test("gives one and the same placeholder for whatever is not there, with status 200", async () => {
    linkMerchant = null;
    const without = await insertMerchant(db);
    const missing = [
      `loadMerchantImage/${without}`,
      "loadMerchantImage/999999999",
      "loadMerchantImage/..%2f..%2fetc%2fpasswd",
      "loadMerchantImage/-1",
      `downloadProductImageBytes/${await insertProduct(null)}`,
      "downloadProductImageBytes/999999999",
      `downloadSoldProductImageBytes/${systemIds.token(16)}`,
    ];
    const answers = await Promise.all(missing.map((path) => load(path)));
    const tags = answers.map(
      (answer) => `${answer.status} ${answer.headers.get("etag")} ${answer.headers.get("cache-control")}`,
    );
    assert.equal(new Set(tags).size, 1, tags.join("\n"));
    assert.equal(await sizeOf(answers[0] ?? Response.error()), "600x600");
    for (const path of [
      `loadMerchantImage/o/${systemIds.orderNumber()}`,
      "loadMerchantImage/l/unknown",
      `loadMerchantImage/${without}/300/300`,
    ]) {
      assert.equal(await sizeOf(await load(path)), "300x300");
    }
    assert.equal(await sizeOf(await load(`loadMerchantImage/${without}/100/100`)), "100x100");
  });

  test("may be cached permanently when it names the picture, for minutes when it names the owner", async () => {
    const { id, imageId } = await merchantWithLogo();
    const cacheOf = async (path: string): Promise<string | null> =>
      (await load(path)).headers.get("cache-control");
    const permanently = "public, max-age=31536000, immutable";
    assert.equal(await cacheOf(`downloadSoldProductImageBytes/${imageId}`), permanently);
    assert.equal(await cacheOf(`loadMerchantImage/${id}?v=${imageId}`), permanently);
    assert.equal(await cacheOf(`loadMerchantImage/${id}?v=an-earlier-one`), "public, max-age=300");
    assert.equal(await cacheOf(`loadMerchantImage/${id}`), "public, max-age=300");
  });

  test("carries headers that make it harmless and let merchants' pages show it", async () => {
    const { id } = await merchantWithLogo();
    const { headers } = await load(`loadMerchantImage/${id}`);
    assert.match(headers.get("content-type") ?? "", /^image\/(png|jpeg)$/);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("content-security-policy"), "sandbox; default-src 'none'");
    assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
    assert.match(headers.get("content-disposition") ?? "", /^inline; filename="full\.(png|jpg)"$/);
    const again = await load(`loadMerchantImage/${id}`, { "if-none-match": headers.get("etag") ?? "" });
    assert.equal(again.status, 304);
  });

  test("shows a new logo after the old one was replaced", async () => {
    const { id } = await merchantWithLogo();
    const old = (await load(`loadMerchantImage/${id}`)).headers.get("etag");
    await db
      .updateTable("merchants")
      .set({ logo_image_id: await upload(500, 500) })
      .where("id", "=", id)
      .execute();
    const response = await load(`loadMerchantImage/${id}`, { "if-none-match": old ?? "" });
    assert.equal(await sizeOf(response), "500x500");
  });

  test("shows the placeholder and logs it when the store has lost the file", async () => {
    const imageId = await upload(64, 64);
    const values = { sha256: "0".repeat(64) };
    await db.updateTable("image_files").set(values).where("image_id", "=", imageId).execute();
    assert.equal(await sizeOf(await load(`downloadSoldProductImageBytes/${imageId}`)), "600x600");
    assert.deepEqual(logged, ["image_not_read"]);
  });
});
