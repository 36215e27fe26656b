/** The shop's own words for messages to buyers: what each may and must have, as it reads with an invoice's facts, and back to ours. */
import { useState } from "react";
import { languages } from "#core/language.ts";
import { wordedChannels, wordedKinds } from "#core/messages/message-wording.ts";
import { useRead } from "../calls/queries.ts";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { type Chosen, WordsForm } from "./words-form.tsx";

export function MessageWords() {
  const { t, language } = useWording();
  const texts = useRead("GET /api/v1/messages/texts", {});
  const [chosen, choose] = useState<Chosen>({ kind: "payment_link", channel: "sms", language });
  return (
    <section className="panel form" aria-labelledby="message-words">
      <div>
        <h2 id="message-words">{t("messages.words")}</h2>
        <p className="soft">{t("messages.wordsHint")}</p>
      </div>
      <label className="field">
        <span>{t("messages.kind")}</span>
        <select
          className="control"
          value={chosen.kind}
          onChange={({ target }) => choose({ ...chosen, kind: target.value as Chosen["kind"] })}
        >
          {wordedKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`messageKind.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <div className="plot-spans">
        {wordedChannels.map((channel) => (
          <ChoiceButton
            key={channel}
            isChosen={channel === chosen.channel}
            onChoose={() => choose({ ...chosen, channel })}
          >
            {t(`send.${channel}`)}
          </ChoiceButton>
        ))}
      </div>
      <div className="plot-spans">
        {languages.map((one) => (
          <ChoiceButton
            key={one}
            isChosen={one === chosen.language}
            onChoose={() => choose({ ...chosen, language: one })}
          >
            {t(one === "ar" ? "new.arabic" : "new.english")}
          </ChoiceButton>
        ))}
      </div>
      <Reading query={texts} rows={4}>
        {({ items }) => {
          const shown = items.find(
            (one) =>
              one.kind === chosen.kind && one.channel === chosen.channel && one.language === chosen.language,
          );
          if (shown === undefined) return null;
          const { kind, channel, language: of, updatedAt } = shown;
          return <WordsForm key={`${kind} ${channel} ${of} ${updatedAt}`} shown={shown} />;
        }}
      </Reading>
    </section>
  );
}
