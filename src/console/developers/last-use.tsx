/** When and from where a key was used last: whether the program that has it still runs, such as after a rotation. */
import type { ApiKeyModel } from "#contract/api-keys.ts";
import { DateShown } from "../display/date.tsx";
import { useWording } from "../i18n/texts.ts";

type UseProps = { readonly apiKey: Pick<ApiKeyModel, "lastUsedAt" | "lastUsedAddress"> };

export function LastUse({ apiKey: { lastUsedAt, lastUsedAddress } }: UseProps) {
  const { t } = useWording();
  if (lastUsedAt === null) return <p className="soft">{t("keys.unused")}</p>;
  return (
    <p className="soft">
      {t("keys.lastUsed")} <DateShown instant={lastUsedAt} hasTime />
      {lastUsedAddress && (
        <>
          {t("keys.from")} <bdi dir="ltr">{lastUsedAddress}</bdi>
        </>
      )}
    </p>
  );
}
