/** Whether the pages of this very version are built: a start builds nothing, and older pages would not fit its calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "#server/settings/configuration-error.ts";

/** @throws ConfigurationError with a sentence when the build is missing or of another version */
export function requireBuiltPages(distDir: string, version: string): void {
  const built = builtVersion(distDir);
  if (built === null)
    throw new ConfigurationError('The pages are not built. Run "npm run build" first, or "npm start".');
  if (built !== version)
    throw new ConfigurationError(
      `The pages in ${distDir} are of version ${built} and this is ${version}. Run "npm run build" first, or "npm start".`,
    );
}

/** The build says which version it is of (web/build/stamp-version.ts). */
function builtVersion(distDir: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(distDir, "server/version.json"), "utf8"));
    return String(version);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
