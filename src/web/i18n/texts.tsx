/** Texts for components, the same on the server and in islands. */
import type { ReactNode } from "react";
import type { IntlError } from "use-intl/core";
import { IntlProvider } from "use-intl/react";
import type { Language } from "#core/language.ts";
import type { Messages } from "./catalogue.ts";
import { timeZone } from "./time-zone.ts";

/**
 * A missing text is shown as its key to a buyer, who can still pay; in development and in tests it fails instead. An
 * island has only the texts of its namespaces (island/island-facts.ts), which no type says.
 */
const failing = import.meta.env.DEV && {
  onError(error: IntlError): never {
    throw error;
  },
};

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
    <IntlProvider locale={props.language} messages={props.messages} timeZone={timeZone} {...failing}>
      {props.children}
    </IntlProvider>
  );
}
