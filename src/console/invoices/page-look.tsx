/** A buyer's page in a frame, in the language and the scheme that are chosen above it; nothing in it can be pressed or sent. */
import { type ReactNode, useState } from "react";
import type { Language } from "#core/language.ts";
import { ChoiceButton } from "../display/choice-button.tsx";
import { useWording } from "../i18n/texts.ts";

const schemes = ["light", "dark"] as const;
const languages = ["ar", "en"] as const satisfies readonly Language[];

type LookProps = {
  readonly title: string;
  /** Draws the frame with what is added to its page's address. */
  readonly children: (query: string) => ReactNode;
};

export function PageLook({ title, children }: LookProps) {
  const { t, language: own } = useWording();
  const [language, setLanguage] = useState<Language>(own);
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const choice = (text: string, isChosen: boolean, choose: () => void) => (
    <ChoiceButton key={text} isChosen={isChosen} onChoose={choose}>
      {text}
    </ChoiceButton>
  );
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{title}</h2>
      <div className="plot-spans">
        {languages.map((one) =>
          choice(t(one === "ar" ? "new.arabic" : "new.english"), one === language, () => setLanguage(one)),
        )}
        {schemes.map((one) => choice(t(`look.${one}`), one === scheme, () => setScheme(one)))}
      </div>
      {children(`lang=${language}&scheme=${scheme}`)}
    </section>
  );
}

type FrameProps = { readonly title: string; readonly address: string };

/** No script runs in it, and its page may be framed by the console alone. */
export function PageFrame({ title, address }: FrameProps) {
  return (
    <iframe className="page-frame" title={title} sandbox="allow-same-origin" tabIndex={-1} src={address} />
  );
}
