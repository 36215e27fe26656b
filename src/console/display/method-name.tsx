/** Names of payment methods as the shop's buyers read them; the document brings them (session/me.ts). */
import { useWording } from "../i18n/texts.ts";
import { methodNames } from "../session/me.ts";

export function MethodName({ method }: { readonly method: string }) {
  const { language } = useWording();
  return <bdi>{methodNames()[language][method] ?? method}</bdi>;
}
