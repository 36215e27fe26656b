import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { openStorage, type StorageSettings, storageVariables, toStorageSettings } from "./open-storage.ts";
import { contentHash, type Storage, storageKey } from "./storage.ts";

/** A store that speaks as much of S3 as is needed: objects by path, and every request signed. */
type ObjectStore = {
  readonly server: Server;
  readonly objects: Map<string, Buffer>;
  readonly requests: IncomingMessage[];
  failures: number;
};

function startObjectStore(): ObjectStore {
  const store: ObjectStore = { server: createServer(), objects: new Map(), requests: [], failures: 0 };
  store.server.on("request", async (request: IncomingMessage, response) => {
    store.requests.push(request);
    const body = await buffer(request);
    const [path = "", query = ""] = (request.url ?? "").split("?");
    if (store.failures > 0) {
      store.failures -= 1;
      return response.writeHead(503).end();
    }
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=key-id/"))
      return response.writeHead(403).end();
    if (request.method === "PUT") {
      store.objects.set(path, body);
      return response.writeHead(200).end();
    }
    if (query.includes("list-type=2")) return response.writeHead(200).end(listPage(store, path, query));
    const found = store.objects.get(path);
    if (found) return response.writeHead(200, { "content-length": found.length }).end(found);
    const error = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';
    return response.writeHead(404, { "content-type": "application/xml" }).end(error);
  });
  return store;
}

/** Two keys a page, as S3 answers where there are more than it gives at once. */
function listPage({ objects }: ObjectStore, bucket: string, query: string): string {
  const asked = new URLSearchParams(query);
  const all = [...objects.keys()]
    .map((path) => path.slice(bucket.replace(/\/$/, "").length + 1))
    .filter((key) => key.startsWith(asked.get("prefix") ?? ""));
  const from = Number(asked.get("continuation-token") ?? 0);
  const contents = all.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
}

const directory = temporaryDirectory();
const store = startObjectStore();
before(() => new Promise<void>((resolve) => store.server.listen(0, "127.0.0.1", resolve)));
after(() => {
  store.server.close();
  directory[Symbol.dispose]();
});

function s3Settings(): StorageSettings {
  const { port } = store.server.address() as AddressInfo;
  return {
    kind: "s3",
    bucket: "wasl-files",
    region: "me-south-1",
    endpoint: `http://127.0.0.1:${port}`,
    usesPathStyle: true,
    accessKeyId: "key-id",
    secretAccessKey: new Secret("not a real secret"),
    prefix: "shop/",
  };
}

const kinds: readonly (readonly [name: string, settings: () => StorageSettings])[] = [
  ["disk", () => ({ kind: "disk", directory: directory.path })],
  ["s3", s3Settings],
];

async function withStorage(
  settings: StorageSettings,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = openStorage(settings);
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}

for (const [name, settings] of kinds) {
  describe(`a ${name} store`, () => {
    test("gives back the very bytes, and nothing for what it has not got", async () => {
      await withStorage(settings(), async (storage) => {
        for (const bytes of [randomBytes(300_000), Buffer.from("x"), Buffer.alloc(0)]) {
          const key = storageKey("images", contentHash(bytes));
          assert.equal(await storage.get(key), null);
          await storage.put(key, bytes, "image/png");
          assert.deepEqual(await storage.get(key), bytes);
        }
      });
    });

    test("lists every key that it keeps, and nothing that is not ours", async () => {
      await withStorage(settings(), async (storage) => {
        const keys: string[] = [];
        for (const word of ["one", "two", "three"]) {
          const bytes = Buffer.from(`listed ${word}`);
          keys.push(storageKey("listed", contentHash(bytes)));
          await storage.put(keys.at(-1) ?? "", bytes, "text/plain");
        }
        if (name === "disk") await writeFile(join(directory.path, "listed", "notes.txt"), "of a person");
        const found = await Array.fromAsync(storage.list());
        assert.deepEqual(found.filter((key) => key.startsWith("listed/")).toSorted(), keys.toSorted());
      });
    });

    test("takes the same file from several at once", async () => {
      await withStorage(settings(), async (storage) => {
        const bytes = randomBytes(50_000);
        const key = storageKey("images", contentHash(bytes));
        await Promise.all(Array.from({ length: 8 }, () => storage.put(key, bytes, "image/png")));
        assert.deepEqual(await storage.get(key), bytes);
      });
    });
  });
}

test("the disk store leaves no half-written file, and none that others may read", async () => {
  const bytes = randomBytes(1_000);
  const key = storageKey("images", contentHash(bytes));
  await withStorage({ kind: "disk", directory: directory.path }, async (storage) => {
    await storage.put(key, bytes, "image/png");
    const path = join(directory.path, ...key.split("/"));
    assert.deepEqual(await readFile(path), bytes);
    assert.equal((await stat(path)).mode & 0o077, 0);
    // A folder in the file's place makes the very last step fail.
    const blocked = storageKey("images", contentHash(Buffer.from("blocked")));
    await mkdir(join(directory.path, ...blocked.split("/")), { recursive: true });
    await assert.rejects(storage.put(blocked, bytes, "image/png"));
  });
  const names = await readdir(directory.path, { recursive: true });
  assert.deepEqual(
    names.filter((name) => /\.[0-9a-f-]{36}$/.test(name)),
    [],
  );
});

test("the S3 store puts its prefix and the type of the file, and tries again when the store is busy", async () => {
  const bytes = randomBytes(100);
  const key = storageKey("images", contentHash(bytes));
  await withStorage(s3Settings(), async (storage) => {
    store.failures = 1;
    await storage.put(key, bytes, "image/jpeg");
    assert.deepEqual(store.objects.get(`/wasl-files/shop/${key}`), bytes);
    assert.equal(store.requests.at(-1)?.headers["content-type"], "image/jpeg");
    store.failures = 99;
    await assert.rejects(storage.get(key), "a store that is away is not an empty one");
    store.failures = 0;
  });
});

test("a key holds nothing that a person wrote", () => {
  const sha256 = contentHash(Buffer.from("x"));
  assert.equal(storageKey("images", sha256), `images/${sha256.slice(0, 2)}/${sha256}`);
  for (const [folder, hash] of [
    ["../images", sha256],
    ["images", "../../etc/passwd"],
    ["images", sha256.toUpperCase()],
  ] as const) {
    assert.throws(() => storageKey(folder, hash), RangeError);
  }
});

test("files go to the data directory unless a bucket is named, and a bucket needs its credentials", () => {
  const read = (variables: Record<string, string>) =>
    toStorageSettings(z.object(storageVariables).parse(variables), "/data");
  assert.deepEqual(read({}), { kind: "disk", directory: join("/data", "files") });
  assert.equal(read({ WASL_S3_BUCKET: "files" }), null);
  const given = { WASL_S3_BUCKET: "files", WASL_S3_ACCESS_KEY_ID: "id", WASL_S3_SECRET_ACCESS_KEY: "hidden" };
  const settings = read({ ...given, WASL_S3_ENDPOINT: "https://s3.example.sa", WASL_S3_PATH_STYLE: "false" });
  assert.ok(settings?.kind === "s3");
  assert.deepEqual(
    [settings.bucket, settings.endpoint, settings.usesPathStyle],
    ["files", "https://s3.example.sa", false],
  );
  assert.doesNotMatch(JSON.stringify(settings), /hidden/);
});
