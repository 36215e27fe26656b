/**
 * The templates that an operator has Meta approve (`POST /{WABA_ID}/message_templates`): the same words that are sent. The host
 * of the link is a part of each, so that every installation needs its own.
 */
import { type Language, languages } from "#core/language.ts";
import { goesBy, type KindBy, messageKindFacts, messageKinds } from "#core/messages/message-state.ts";
import { templateName, variablesOf } from "./compose-text.ts";
import { messageTexts } from "./message-texts.ts";

const exampleOrder = "7Q2M4X9KD3RT6WBN";

/**
 * The page in a button's address, by the page that the message leads to. Templates with a number for a bank were approved with the
 * invoice, whose page shows the number, too. Each is a page whose address ends with the number of an order or a quote.
 */
const buttonPages: Readonly<Record<(typeof messageKindFacts)[KindBy<"whatsapp">]["page"], string>> = {
  order: "order",
  info: "order",
  quote: "quote",
};

/** A template that was not delivered within this has lost its use; Meta takes 30 seconds to 12 hours. */
const lifetimeSeconds = 12 * 60 * 60;

export type WhatsAppTemplate = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * Every template in both languages, as Meta takes them.
 * @param webUrl public address of the pages, without a trailing slash
 */
export function whatsappTemplates(webUrl: string): readonly WhatsAppTemplate[] {
  return messageKinds
    .filter((kind) => goesBy(kind, "whatsapp"))
    .flatMap((kind) => languages.map((language) => template(kind, language, webUrl)));
}

function template(kind: KindBy<"whatsapp">, language: Language, webUrl: string): WhatsAppTemplate {
  const { body, button } = messageTexts[language].whatsapp[kind];
  const examples: Readonly<Record<string, string>> = messageTexts[language].examples;
  const link = `${webUrl}/pay/${buttonPages[messageKindFacts[kind].page]}/`;
  return {
    name: templateName(kind),
    language,
    category: "UTILITY",
    parameter_format: "named",
    message_send_ttl_seconds: lifetimeSeconds,
    components: [
      {
        type: "BODY",
        text: body.replace(/\{(\w+)\}/g, "{{$1}}"),
        example: {
          body_text_named_params: variablesOf(body).map((name) => ({
            param_name: name,
            example: examples[name] ?? "",
          })),
        },
      },
      {
        type: "BUTTONS",
        buttons: [{ type: "URL", text: button, url: `${link}{{1}}`, example: [`${link}${exampleOrder}`] }],
      },
    ],
  };
}
