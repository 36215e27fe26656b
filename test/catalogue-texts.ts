/** All texts of a tree of translations by their path, such as "common.currency.SAR". */
export function textsOf(tree: object, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts.set(path + key, value);
    else for (const [inner, text] of textsOf(value, `${path}${key}.`)) texts.set(inner, text);
  }
  return texts;
}
