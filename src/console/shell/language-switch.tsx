/** The other language, by its own name. */
import { useWording } from "../i18n/texts.ts";
import { useSpeak } from "../session/person.tsx";

export function LanguageSwitch() {
  const { t, language } = useWording();
  const speak = useSpeak();
  const other = language === "ar" ? "en" : "ar";
  return (
    <button type="button" className="language" lang={other} onClick={() => speak(other)}>
      {t("shell.otherLanguage")}
    </button>
  );
}
