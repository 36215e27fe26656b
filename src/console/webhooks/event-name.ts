/** What a type of event is called in the console. */
import type { EventType } from "#core/event-types.ts";
import type { TextKey, Translate } from "../i18n/texts.ts";

/** Its name in words; the type itself where a newer server has one that this page does not know. */
export function eventName(type: EventType, t: Translate): string {
  const key = `event.${type.replace(".", "_")}` as TextKey;
  const name = t(key);
  return name === key ? type : name;
}
