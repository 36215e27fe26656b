/** Who is signed in and which shops are theirs: GET /api/v1/me, which the document embeds. */
import type { Me } from "#contract/people.ts";
import type { Language } from "#core/language.ts";
import { permissionsOf, type Role } from "#core/roles.ts";
import { previewedRole } from "./preview.ts";

export type Shop = Me["shops"][number];

export const meElementId = "wasl-me";

/**
 * Reads the document's data block.
 * @throws Error when the document has none: it is not ours
 */
export function readMe(): Me {
  const text = document.getElementById(meElementId)?.textContent;
  if (!text) throw new Error("the document says nothing of who is signed in");
  const me = JSON.parse(text) as Me;
  const role = previewedRole();
  return role === null ? me : { ...me, shops: me.shops.map((shop) => seenAs(shop, role)) };
}

/** A shop with what both may: the person, and the role as which they look at it. */
function seenAs(shop: Shop, role: Role): Shop {
  return { ...shop, role, permissions: shop.permissions.filter((one) => permissionsOf[role].includes(one)) };
}

export const methodsElementId = "wasl-methods";

type MethodNames = Readonly<Record<Language, Readonly<Record<string, string>>>>;

let names: MethodNames | null = null;

/** Names of payment methods by language and id: the list of methods is the server's. */
export function methodNames(): MethodNames {
  names ??= JSON.parse(
    document.getElementById(methodsElementId)?.textContent ?? '{"ar":{},"en":{}}',
  ) as MethodNames;
  return names;
}
