/**
 * An island: a component that the server renders and React hydrates in the browser. It is rendered as a root of
 * its own, so that the ids React makes inside it are the same on both sides whatever stands around it.
 */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { jsonForScript } from "../document/json-for-script.ts";
import { pickMessages } from "../i18n/catalogue.ts";
import { Texts } from "../i18n/texts.tsx";
import { usePageScope } from "../scope.tsx";
import type { IslandName, IslandProps } from "./islands.ts";
import { islands } from "./islands.ts";

/**
 * Shows the island `name` with `props`, which travel to the browser as JSON beside it. The page must list the name
 * in its `islands`.
 */
export function Island<Name extends IslandName>({
  name,
  props,
}: {
  readonly name: Name;
  readonly props: IslandProps<Name> & object;
}) {
  const scope = usePageScope();
  const Component = scope.islands.get(name);
  if (!Component) throw new Error(`the page does not list its island: ${name}`);
  const id = scope.nextIslandId(name);
  const html = renderToString(
    <Texts language={scope.language} messages={pickMessages(scope.language, islands[name].namespaces)}>
      {createElement<object>(Component, props)}
    </Texts>,
    { identifierPrefix: `${id}-` },
  );
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is React's own */}
      <div id={id} data-island={name} dangerouslySetInnerHTML={{ __html: html }} />
      <script
        type="application/json"
        data-props-of={id}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by jsonForScript
        dangerouslySetInnerHTML={{ __html: jsonForScript(props) }}
      />
    </>
  );
}
