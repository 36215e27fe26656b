/**
 * A form on a field table, with inputs that React does not control: what the buyer typed lives in the page alone, so
 * digits that were typed before the scripts arrived survive (and card numbers are never in React's state). The hook
 * keeps only the messages.
 */
import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from "react";
import type { FieldTable, FieldValues } from "#core/fields.ts";
import {
  errorsAfterBlur,
  errorsAfterInput,
  errorsOnSubmit,
  errorsWith,
  type FormErrors,
  isDone,
} from "./form-errors.ts";
import { useAfterPress } from "./press.ts";

export type Form = {
  /** Text keys of the messages, by field name. */
  readonly errors: FormErrors;
  /** Names of the fields that were left with a right value in them. */
  readonly done: readonly string[];
  /** For the element around the fields. Each input in it carries its name in `data-field`. */
  readonly root: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
    readonly onInput: (event: FormEvent<HTMLElement>) => void;
  };
  /** What stands in the fields now. */
  readonly values: () => FieldValues;
  /** Shows what is wrong. Gives the name of the first wrong field, or null when all is well. */
  readonly check: () => string | null;
  /** Shows what the server or the gateway found. */
  readonly show: (problems: readonly { readonly field: string; readonly textKey: string }[]) => void;
};

/** @param readTable gives the table at the moment of the check: some rules depend on the date */
export function useForm(readTable: () => FieldTable): Form {
  const ref = useRef<HTMLDivElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [done, setDone] = useState<readonly string[]>([]);
  const afterPress = useAfterPress();
  const values = () => readFields(ref.current);
  // A message is announced once: when a field was left, as it comes; after a press of Pay, with the field that gets the
  // focus.
  const speak = (how: "polite" | "off"): void => {
    for (const place of ref.current?.querySelectorAll(".field-error") ?? [])
      place.setAttribute("aria-live", how);
  };
  const follow = (field: string, rule: typeof errorsAfterBlur): void => {
    const change = { table: readTable(), values: values(), field };
    speak("polite");
    setErrors((old) => rule(old, change));
    setDone((old) => {
      const others = old.filter((name) => name !== field);
      const mayBeDone = rule === errorsAfterBlur || others.length < old.length;
      return mayBeDone && isDone(change) ? [...others, field] : others;
    });
  };
  const check = (): string | null => {
    const found = errorsOnSubmit(readTable(), values());
    speak("off");
    setErrors(found);
    return Object.keys(found)[0] ?? null;
  };
  return {
    errors,
    done,
    root: {
      ref,
      onBlur: (event) => {
        const field = fieldOf(event);
        if (field !== undefined) afterPress(() => follow(field, errorsAfterBlur));
      },
      onInput: (event) => {
        const field = fieldOf(event);
        if (field !== undefined) follow(field, errorsAfterInput);
      },
    },
    values,
    check,
    show: (problems) => setErrors((old) => errorsWith(old, problems)),
  };
}

/** The values of all fields below an element, by the name in `data-field`. */
export function readFields(root: ParentNode | null): FieldValues {
  const fields = root?.querySelectorAll<HTMLInputElement>("[data-field]") ?? [];
  return Object.fromEntries([...fields].map((field) => [field.dataset["field"], field.value]));
}

function fieldOf({ target }: { readonly target: EventTarget }): string | undefined {
  return target instanceof HTMLElement ? target.dataset["field"] : undefined;
}
