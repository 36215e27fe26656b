/** Texts for components, the same on the server and in islands. */
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import type { Language } from "#core/language.ts";
import type { Messages } from "./catalogue.ts";
import { timeZone } from "./time-zone.ts";

/**
 * Gives the components inside it the texts of one language, for `useTranslations` of "use-intl/react". `messages`
 * may be a part of the catalogue.
 */
export function Texts(props: {
  readonly language: Language;
  readonly messages: Partial<Messages>;
  readonly children?: ReactNode;
}) {
  return (
    <IntlProvider locale={props.language} messages={props.messages} timeZone={timeZone}>
      {props.children}
    </IntlProvider>
  );
}
