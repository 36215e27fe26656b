/** Where the rendering bundle and its files come from: the build, or Vite itself while developing. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageEnvironment, PageReply, PageRequest, PageServices } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { type Development, developmentOrigin } from "./development.ts";

/** Files of the build by path of their source; web/document/assets.ts says what is read of it. */
type BuildManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >
>;

/** What the pages need to know of the built files. */
export type PageAssets = {
  /** Null while developing. */
  readonly manifest: BuildManifest | null;
  /** Hashes of the built files by address (`sha256-…`); empty while developing. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly translations: Readonly<Record<Language, string>>;
};

/** What the rendering bundle (web/render.tsx) exports. The server loads it and imports nothing of the pages. */
export type PageBundle = {
  readonly render: (
    request: PageRequest,
    services: PageServices,
    environment: PageEnvironment,
    assets: PageAssets,
  ) => Promise<PageReply>;
  /** Addresses of pages in the form of Fastify's router, with the facts of each (web/routes.ts). */
  readonly routes: readonly {
    readonly path: string;
    readonly framing: "none" | "self" | "merchant";
    readonly views: "invoice" | "product" | null;
    readonly mayLocate?: boolean;
    readonly leavesFrames?: boolean;
  }[];
  readonly redirects: readonly { readonly path: string; readonly to: string }[];
};

export type PageSource = {
  readonly assets: PageAssets;
  /** The bundle; while developing, of the files as they are now. */
  readonly loadBundle: () => Promise<PageBundle>;
  /** Origins that the browser talks to besides ours: Vite's own while developing. */
  readonly connectOrigins: readonly string[];
};

/**
 * The build in `distDir`, read once. Rejects with a sentence that names what is missing when the build is not there.
 */
export async function builtPages(distDir: string): Promise<PageSource> {
  const manifest: BuildManifest = {
    ...JSON.parse(await readBuilt(distDir, "client/manifest.json")),
    ...JSON.parse(await readBuilt(distDir, "client/manifest-script.json")),
  };
  const [ar, en] = await Promise.all([stamped(distDir, "ar"), stamped(distDir, "en")]);
  const bundle: PageBundle = await import(pathToFileURL(join(distDir, "server/render.js")).href);
  return {
    assets: { manifest, integrity: await readIntegrity(distDir), translations: { ar, en } },
    loadBundle: async () => bundle,
    connectOrigins: [],
  };
}

/** Hashes of every script of the build, from its inventories (web/build/script-inventory.ts). */
async function readIntegrity(distDir: string): Promise<Readonly<Record<string, string>>> {
  const names = ["client/script-inventory-client.json", "client/script-inventory-script.json"];
  const lists = await Promise.all(names.map((name) => readBuilt(distDir, name)));
  const entries = lists.flatMap((list) => JSON.parse(list) as { path: string; sha256: string }[]);
  return Object.fromEntries(entries.map(({ path, sha256 }) => [path, sha256]));
}

async function readBuilt(distDir: string, path: string): Promise<string> {
  return readFile(join(distDir, path), "utf8").catch((cause: unknown) => {
    throw new Error(`the pages are not built (${join(distDir, path)} is missing): run "npm run build"`, {
      cause,
    });
  });
}

/** Address of the merged translations with a stamp of their content (decision K16). */
async function stamped(distDir: string, language: Language): Promise<string> {
  const content = await readBuilt(distDir, `client/i18n/${language}.json`);
  const stamp = createHash("sha256").update(content).digest("base64url").slice(0, 10);
  return `/i18n/${language}.json?v=${stamp}`;
}

/** The sources as they are now, through Vite. */
export function developedPages(development: Development): PageSource {
  return {
    assets: { manifest: null, integrity: {}, translations: { ar: "/i18n/ar.json", en: "/i18n/en.json" } },
    loadBundle: async () => (await development.load("/src/web/render.tsx")) as PageBundle,
    connectOrigins: [developmentOrigin],
  };
}
