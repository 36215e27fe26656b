/** A look that is being made: what differs from what is stored, so that what others store meanwhile stays. */
import type { ThemeSettings } from "#contract/theme.ts";

export type ThemeSetting = keyof ThemeSettings;
type Value = string | boolean;

/** How the pages look: the theme as it is stored, and the picture that is the logo. */
export type Look = { readonly theme: ThemeSettings; readonly imageId: string | null };

/** What was changed of a look; null takes a setting back to what all shops have. */
export type LookChanges = {
  readonly theme: Readonly<Partial<Record<ThemeSetting, Value | null>>>;
  /** Left out: the logo stays. */
  readonly imageId?: string | null;
};

export const noChanges: LookChanges = { theme: {} };

export function hasChanges({ theme, imageId }: LookChanges): boolean {
  return imageId !== undefined || Object.keys(theme).length > 0;
}

/** The look with its changes. */
export function changedLook({ theme, imageId }: Look, changes: LookChanges): Look {
  const all = Object.entries({ ...theme, ...changes.theme }).filter(([, value]) => value !== null);
  return {
    theme: Object.fromEntries(all) as ThemeSettings,
    imageId: changes.imageId === undefined ? imageId : changes.imageId,
  };
}

/** One setting changed; what is as it is stored is no change. */
export function withSetting(
  changes: LookChanges,
  stored: Look,
  { name, value }: { readonly name: ThemeSetting; readonly value: Value | null },
): LookChanges {
  const { [name]: _, ...others } = changes.theme;
  const isStored = (stored.theme[name] ?? null) === value;
  return { ...changes, theme: isStored ? others : { ...others, [name]: value } };
}

/** Another picture as the logo. */
export function withLogo(changes: LookChanges, stored: Look, imageId: string | null): LookChanges {
  return stored.imageId === imageId ? { theme: changes.theme } : { theme: changes.theme, imageId };
}

/**
 * The settings that were changed here and, since they were seen, by somebody else to something else.
 * @param seen what the person had before the eyes
 */
export function changedElsewhere(
  changes: LookChanges,
  { seen, now }: { readonly seen: Look; readonly now: Look },
): readonly (ThemeSetting | "imageId")[] {
  const names = Object.keys(changes.theme) as ThemeSetting[];
  const differs = (before: unknown, after: unknown, wanted: unknown): boolean =>
    (before ?? null) !== (after ?? null) && (after ?? null) !== (wanted ?? null);
  const wrong: (ThemeSetting | "imageId")[] = names.filter((name) =>
    differs(seen.theme[name], now.theme[name], changes.theme[name]),
  );
  const isLogoTaken = changes.imageId !== undefined && differs(seen.imageId, now.imageId, changes.imageId);
  return isLogoTaken ? [...wrong, "imageId"] : wrong;
}

/** What was kept of an earlier visit, as changes; whatever else stands there is none. */
export function readChanges(text: string | null): LookChanges {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<LookChanges> | null;
    return typeof kept?.theme === "object" && kept.theme !== null
      ? { ...kept, theme: kept.theme }
      : noChanges;
  } catch {
    return noChanges;
  }
}
