/** Messages to buyers: what goes out automatically, in which words, and how each stands. */
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { MessageLog } from "./message-log.tsx";
import { MessageRules } from "./message-rules.tsx";
import { MessageWords } from "./message-words.tsx";

export function MessagesScreen() {
  const { t } = useWording();
  return (
    <Screen title={t("messages.title")}>
      <p className="soft">{t("messages.hint")}</p>
      <div className="shop-sections">
        <MessageRules />
        <MessageWords />
        <MessageLog />
      </div>
    </Screen>
  );
}
