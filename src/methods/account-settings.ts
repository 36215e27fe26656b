/**
 * What a merchant's own account of a method is made of, as the form of the console asks for it. A method says it in the schema of its
 * stored settings, field by field; nothing else lists them.
 */
import { z } from "zod";
import type { AccountSetting } from "#contract/provider-accounts.ts";

type Texts<Name extends string> = Readonly<Record<Name, string>>;

type Asked = Pick<AccountSetting, "kind" | "usual" | "label">;

/**
 * Marks the settings of a method that a form asks for: all without a default, and those that a shop must state all the same.
 * @param ar names of the settings as the provider's portal has them; the same keys as `en`
 * @returns the schema with its mark; call it last, since a schema that is refined afterwards has lost it
 */
export function asking<Name extends string>(ar: Texts<Name>, en: Texts<Name>) {
  return <Schema extends z.ZodType>(
    schema: Schema,
    { name, kind, usual }: { readonly name: Name; readonly kind: Asked["kind"]; readonly usual?: string },
  ): Schema => {
    const asked: Asked = { kind, usual: usual ?? null, label: { ar: ar[name], en: en[name] } };
    return schema.meta({ asked });
  };
}

/**
 * An address that our server calls and that an account names, because its provider has one per merchant; without a final slash.
 * It must be https on its usual port at a public host name, by a name alone: no number, and no name of an inner network. A
 * merchant could otherwise send our requests into the operator's network. What the name leads to is judged when it is called
 * (`MethodEntry.ofMerchant`).
 */
export const publicBaseUrl = z
  .url()
  .max(500)
  .refine(isPublicAddress, "must begin with https:// and a public host name, without a port or a query")
  .overwrite((address) => address.replace(/\/+$/, ""));

function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:" || url.port !== "") return false;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return false;
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(url.hostname) && !innerNames.test(url.hostname);
}

const innerNames = /\.(?:arpa|corp|home|internal|intranet|lan|local|localdomain|localhost|private)$/;

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly asked?: Asked;
};

/**
 * The settings that a form asks for, in the order of the schema; a dot in a path leads into a group.
 * @throws Error for a setting that an account must have and that no form could ask for: a mistake of the method
 */
export function accountSettings(settings: z.ZodType): AccountSetting[] {
  return settingsOf(z.toJSONSchema(settings, { io: "input" }) as Node, "");
}

function settingsOf({ properties = {}, required = [] }: Node, group: string): AccountSetting[] {
  return Object.entries(properties).flatMap(([name, node]): AccountSetting[] => {
    const path = `${group}${name}`;
    if (node.asked) return [{ path, ...node.asked }];
    if (node.properties) return settingsOf(node, `${path}.`);
    if (required.includes(name))
      throw new Error(
        `The setting ${path} has no default and is not marked by asking(…) of methods/account-settings.ts: ` +
          "the console's form could not ask for it.",
      );
    return [];
  });
}
