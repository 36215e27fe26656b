/** What a type of event is called in the console. */
import type { EventType } from "#core/event-types.ts";
import type { TextKey, Translate } from "../i18n/texts.ts";

/** The key of a type's text: a type without one does not compile. */
type NameKey<Type> = Type extends `${infer Thing}.${infer Event}` ? `event.${Thing}_${Event}` : never;

/** Its name in words; the type itself where a newer server has one that this page does not know. */
export function eventName(type: EventType, t: Translate): string {
  const key: TextKey = `event.${type.replace(".", "_")}` as NameKey<EventType>;
  const name = t(key);
  return name === key ? type : name;
}
