/** What the pages need to know of the built files. The server reads it from the build and passes it to `render`. */
import type { Language } from "#core/language.ts";

/** The part of a Vite manifest that is used here, by path of the source file. */
export type BuildManifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>;

export type PageAssets = {
  /** Null in development: the files are then served by their source path. */
  readonly manifest: BuildManifest | null;
  /** Address of the merged translations with their cache-busting stamp (decision K16). */
  readonly translations: Readonly<Record<Language, string>>;
};

/** Address of the built file of a source file such as "src/web/hydrate.ts". Throws when the build lacks it. */
export function scriptAddress(assets: PageAssets, source: string): string {
  if (!assets.manifest) return `/${source}`;
  const chunk = assets.manifest[source];
  if (!chunk) throw new Error(`not in the build: ${source}`);
  return `/${chunk.file}`;
}

/** Addresses of all files that running these source files needs, each once, for `modulepreload`. */
export function neededFiles(assets: PageAssets, sources: readonly string[]): readonly string[] {
  const { manifest } = assets;
  if (!manifest) return [];
  const files = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}
