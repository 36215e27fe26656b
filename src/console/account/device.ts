/** By what a person recognises a session: browser and system, as the user agent names them. */

/** The first that fits: browsers name those that they descend from, too. */
const browsers = [
  ["Edg", "Edge"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox|FxiOS", "Firefox"],
  ["Chrome|CriOS", "Chrome"],
  ["Safari", "Safari"],
] as const;
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Such as "Chrome · Android"; null for a user agent that says neither. */
export function deviceOf(userAgent: string): string | null {
  const named = [browsers, systems].flatMap((list) => {
    const found = list.find(([pattern]) => new RegExp(pattern).test(userAgent));
    return found ? [found[1]] : [];
  });
  return named.length === 0 ? null : named.join(" · ");
}
