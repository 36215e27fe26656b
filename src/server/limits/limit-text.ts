/**
 * The text of a refusal by a limit: which limit, the real time to wait, and what still works
 * (threat 2.6). From our own translations, like every text of the server.
 */
import type { Language } from "#core/language.ts";
import type { Problem } from "#core/problem.ts";
import { methodName } from "../texts/method-names.ts";
import ar from "./limits.ar.json" with { type: "json" };
import en from "./limits.en.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Below this, "a moment" is true. */
const momentSeconds = 60;

/** The text of a refusal that has a time to wait or other methods to name; null of every other problem. */
export function limitText(language: Language, problem: Problem): string | null {
  const { code, limit, otherMethods = [], retryAfterSeconds } = problem;
  const isWait = code === "rate_limited" || code === "too_many_attempts";
  if (limit === undefined && !(isWait && (retryAfterSeconds ?? 0) >= momentSeconds)) return null;
  const t = texts[language];
  const wait =
    retryAfterSeconds === undefined ? null : t.wait.replace("{time}", duration(language, retryAfterSeconds));
  const methods = otherMethods.map((id) => methodName(language, id));
  const otherwise =
    methods.length > 0
      ? t.otherMethods.replace("{methods}", either(language, methods))
      : retryAfterSeconds === undefined
        ? t.askShop
        : null;
  return [limit === undefined ? t.tooMuch : t.limits[limit], wait, otherwise]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** In whole minutes, from two hours on in hours, rounded up; Western digits as everywhere. */
function duration(language: Language, seconds: number): string {
  const isLong = seconds >= 2 * 3_600;
  const unit = { style: "unit", unit: isLong ? "hour" : "minute", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(`${language}-u-nu-latn`, unit).format(
    Math.ceil(seconds / (isLong ? 3_600 : 60)),
  );
}

function either(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
}
