import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runScript } from "#test/script.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";

const holdLock = `
  import { lockDataDirectory } from "#db/data-directory-lock.ts";
  try {
    lockDataDirectory(process.argv[1]);
    console.log("locked");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }`;

test("a second process is refused with one sentence that names the directory", async () => {
  using directory = temporaryDirectory();
  const lock = lockDataDirectory(directory.path);
  await using second = runScript(holdLock, directory.path);
  assert.equal(
    await second.line(),
    `The data directory ${directory.path} is in use by another running Wasl; stop that one first.`,
  );
  await second.ended;
  lock.release();
});

test("a refused attempt in the same process leaves the lock as strong as it was", async () => {
  using directory = temporaryDirectory();
  const lock = lockDataDirectory(directory.path);
  assert.throws(() => lockDataDirectory(directory.path), /in use by another running Wasl/);
  await using second = runScript(holdLock, directory.path);
  assert.match(await second.line(), /in use/);
  await second.ended;
  lock.release();
});

const forgetLock = `
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  import { lockDataDirectory } from "#db/data-directory-lock.ts";
  lockDataDirectory(process.argv[1]);
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  setInterval(() => console.log("forgotten"), 1);`;

test("a lock without a reference is still held", async () => {
  using directory = temporaryDirectory();
  await using first = runScript(forgetLock, directory.path);
  assert.equal(await first.line(), "forgotten");
  assert.throws(() => lockDataDirectory(directory.path), /in use/);
  await first.kill();
});

test("the lock of a killed process is gone with it", async () => {
  using directory = temporaryDirectory();
  await using first = runScript(holdLock, directory.path);
  assert.equal(await first.line(), "locked");
  assert.throws(() => lockDataDirectory(directory.path), /in use/);
  await first.kill();
  lockDataDirectory(directory.path).release();
});

test("a released directory can be locked again, and releasing twice is harmless", () => {
  using directory = temporaryDirectory();
  const first = lockDataDirectory(directory.path);
  first.release();
  const second = lockDataDirectory(directory.path);
  first.release();
  assert.throws(() => lockDataDirectory(directory.path), /in use/);
  second.release();
});

test("a missing directory is made, with nothing but the lock in it", () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "not", "there");
  const lock = lockDataDirectory(path);
  assert.deepEqual(readdirSync(path), ["wasl.lock"]);
  lock.release();
});

for (const { what, path } of [
  { what: "that is a file", path: ["file"] },
  { what: "below a file", path: ["file", "data"] },
]) {
  test(`a data directory ${what} is refused with one sentence that says so`, () => {
    using directory = temporaryDirectory();
    writeFileSync(join(directory.path, "file"), "");
    const dataDir = join(directory.path, ...path);
    assert.throws(() => lockDataDirectory(dataDir), {
      message: `The data directory ${dataDir} cannot be made: it, or what it lies in, is a file.`,
    });
  });
}

test("a data directory that this user may not make is refused with one sentence that says so", async () => {
  using directory = temporaryDirectory();
  chmodSync(directory.path, 0o555);
  const dataDir = join(directory.path, "data");
  const asUserWithoutRights = "if (process.getuid() === 0) process.setuid(65534);";
  await using script = runScript(asUserWithoutRights + holdLock, dataDir);
  assert.equal(
    await script.line(),
    `The data directory ${dataDir} cannot be made; may this user write to what it lies in?`,
  );
  await script.ended;
});

test("a lock that cannot be taken for another reason is not blamed on another Wasl", () => {
  using directory = temporaryDirectory();
  mkdirSync(join(directory.path, "wasl.lock"));
  assert.throws(() => lockDataDirectory(directory.path), /cannot be locked; is it writable/);
});
