/**
 * What is typed into a form of things, not of people, comes back after a reload, a crash of the tab, the way back, or a dialog that was
 * closed: it is kept in the tab's own storage until it was sent. Names, mobiles and notes are not kept there (ASVS 14.3.3).
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { dropDraft, keepFields, readKeptDraft } from "./kept-draft.ts";

type KeptTyping = {
  /** What was kept when the form was opened, by name: what React draws again begins with it. Empty where nothing was. */
  readonly before: Readonly<Record<string, string>>;
  /** Stands in the form, above its fields; says when something was brought back. */
  readonly keeper: ReactNode;
  /** It was sent: nothing is to be brought back. */
  readonly drop: () => void;
};

/**
 * @param of what the form makes or changes, such as "quote"
 * @param names of the fields that are kept; their inputs are the browser's own, not React's. `all` of a form that says nothing of
 *   people: a control of React's in it begins with what `before` has
 */
export function useKeptTyping(of: string, names: readonly string[] | "all"): KeptTyping {
  const { shop } = useSession();
  const place = `wasl-typed-${shop.merchantId}-${of}`;
  const [before] = useState(() => readKeptDraft(place));
  return {
    before,
    keeper: <Keeper key={place} place={place} names={names} />,
    drop: () => dropDraft(place),
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type KeeperProps = { readonly place: string; readonly names: readonly string[] | "all" };

/** The controls of a form that have one of these names, as they are now. */
function controlsOf(form: HTMLFormElement, names: KeeperProps["names"]): Control[] {
  return [...form.elements].filter((one): one is Control => {
    const { name, type } = one as Control;
    return names === "all" ? name !== "" && type !== "hidden" : names.includes(name);
  });
}

function Keeper({ place, names }: KeeperProps) {
  const { t } = useWording();
  const here = useRef<HTMLParagraphElement>(null);
  const kept = useRef(names);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const before = readKeptDraft(place);
    const controls = controlsOf(form, kept.current);
    setBack(controls.filter((control) => bringBack(control, before[control.name])).length > 0);
    const keep = (): void => {
      const data = new FormData(form);
      // A box that is not ticked is no part of the data, and was meant so.
      const fields = controlsOf(form, kept.current).map(({ name }) => [name, String(data.get(name) ?? "")]);
      keepFields(place, Object.fromEntries(fields));
    };
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [place]);
  return (
    <p ref={here} role="status" className="notice" hidden={!isBack}>
      {isBack && t("drafts.typedAgain")}
    </p>
  );
}

/** Whether the control says something else now. */
function bringBack(control: Control, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (control instanceof HTMLInputElement && (control.type === "radio" || control.type === "checkbox")) {
    const isChecked = text === control.value;
    const isOther = control.checked !== isChecked;
    control.checked = isChecked;
    return isOther;
  }
  if (control.value === text) return false;
  control.value = text;
  return true;
}
