import type { AccountSetting } from "#contract/provider-accounts.ts";

/** What is typed of an account's settings, as the API takes it: groups are objects. PEM files keep their line breaks. */
export function typedAccount(
  settings: readonly AccountSetting[],
  typed: (setting: AccountSetting) => string,
): Record<string, unknown> {
  const account: Record<string, unknown> = {};
  for (const setting of settings) {
    const [first = "", second] = setting.path.split(".");
    if (second === undefined) account[first] = typed(setting);
    else account[first] = { ...(account[first] as object | undefined), [second]: typed(setting) };
  }
  return account;
}
