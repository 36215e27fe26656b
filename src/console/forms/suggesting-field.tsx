/**
 * A field that offers what is known while it is typed: a combobox with a list below (WAI-ARIA Authoring Practices). Nothing has to be
 * chosen, and the list goes when the field is left.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type Suggestion = { readonly key: string; readonly text: string; readonly more: ReactNode };

type SuggestingProps = FieldProps & {
  /** For what is typed now, the closest first. */
  readonly suggestions: readonly Suggestion[];
  /** What the list is called. */
  readonly listLabel: string;
  readonly onTyped: (text: string) => void;
  /** Fills the form. */
  readonly onChosen: (key: string, form: HTMLFormElement) => void;
};

export function SuggestingField({ suggestions, listLabel, onTyped, onChosen, ...field }: SuggestingProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isShown = isOpen && suggestions.length > 0;
  const marked = Math.min(at, suggestions.length - 1);
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (key: string): void => {
    close();
    const form = place.current?.closest("form");
    if (!form) return;
    onChosen(key, form);
    tellForm(form);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    if (!isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((marked + step + suggestions.length) % suggestions.length);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && marked >= 0) choose(suggestions[marked]?.key ?? "");
    else return;
    event.preventDefault();
  };
  return (
    <div className="suggesting" ref={place}>
      <Field
        {...field}
        control={{
          role: "combobox",
          "aria-expanded": isShown,
          "aria-controls": isShown ? `${id}-list` : undefined,
          "aria-autocomplete": "list",
          "aria-activedescendant": isShown && marked >= 0 ? `${id}-${marked}` : undefined,
          onInput: ({ currentTarget }) => {
            setOpen(true);
            setAt(-1);
            onTyped(currentTarget.value);
          },
          onKeyDown: press,
          onBlur: close,
        }}
      />
      {isShown && (
        <div className="suggestions" role="listbox" id={`${id}-list`} aria-label={listLabel}>
          {suggestions.map(({ key, text, more }, index) => (
            // The keyboard stays in the field, which names the marked one.
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === marked}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(key)}
            >
              <bdi className="long-word">{text}</bdi>
              {more}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** For the form, what was written into its fields is typing. */
export function tellForm(form: HTMLFormElement): void {
  form.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Writes into a field of the form as a person would; nothing for one that there is not. */
export function fillField(form: HTMLFormElement, name: string, text: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = text;
}
