/** What the pages need to know of the built files. The server reads it from the build and passes it to `render`. */
import type { Language } from "#core/language.ts";

/** The part of a Vite manifest that is used here, by path of the source file. */
export type BuildManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >
>;

export type PageAssets = {
  /** Null in development: the files are then served by their source path. */
  readonly manifest: BuildManifest | null;
  /** Hashes of the built files by address, as the attribute `integrity` has them; empty in development. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Address of the merged translations with their cache-busting stamp (decision K16). */
  readonly translations: Readonly<Record<Language, string>>;
};

/** Address of the built file of a source file such as "src/web/island/hydrate.ts". Throws when the build lacks it. */
export function scriptAddress(assets: PageAssets, source: string): string {
  if (!assets.manifest) return `/${source}`;
  const chunk = assets.manifest[source];
  if (!chunk) throw new Error(`not in the build: ${source}`);
  return `/${chunk.file}`;
}

/** Addresses of all files that running these source files needs, each once, for `modulepreload`. */
export function neededFiles(assets: PageAssets, sources: readonly string[]): readonly string[] {
  return reachedFiles(assets, sources, ({ imports = [] }) => imports);
}

/**
 * The same, with what they may fetch later.
 * @param except a source whose later files are not looked at: it fetches for all pages
 */
export function reachableFiles(
  assets: PageAssets,
  sources: readonly string[],
  except: string,
): readonly string[] {
  return reachedFiles(assets, sources, ({ imports = [], dynamicImports = [] }, source) =>
    source === except ? imports : [...imports, ...dynamicImports],
  );
}

function reachedFiles(
  { manifest }: PageAssets,
  sources: readonly string[],
  next: (chunk: BuildManifest[string], source: string) => readonly string[],
): readonly string[] {
  if (!manifest) return [];
  const files = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    for (const imported of next(chunk, source)) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}
