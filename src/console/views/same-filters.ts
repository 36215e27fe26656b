/** Whether two addresses narrow a list down alike, in whichever order they say so. */
export function sameFilters(one: object, other: object): boolean {
  return textOf(one) === textOf(other);
}

function textOf(filters: object): string {
  return JSON.stringify(Object.entries(filters).sort(([left], [right]) => (left < right ? -1 : 1)));
}
