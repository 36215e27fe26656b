/**
 * What is typed into a form comes back after a reload, a crash of the tab, the way back, or a dialog that was closed: it is kept in the
 * tab's own storage until it was sent. Names, mobiles and notes are kept there sealed alone (ASVS 14.3.3); secrets never.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { dropDraft, type KeptFields, keepFields, readKeptDraft } from "./kept-draft.ts";
import { dropSealed, keepSealed, readSealed } from "./sealed-draft.ts";

type KeptTyping = {
  /**
   * What was kept when the form was opened, by name: what React draws again begins with it. Empty where nothing was; what is sealed is
   * never in it, but brought back to the field.
   */
  readonly before: KeptFields;
  /** Stands in the form, above its fields; says when something was brought back. */
  readonly keeper: ReactNode;
  /** It was sent: nothing is to be brought back. */
  readonly drop: () => void;
};

/** Which fields of a form are kept, by name. Their inputs are the browser's own, not React's. */
type Kept = {
  /** Those that say nothing of people; `all` but the others: a control of React's among them begins with what `before` has. */
  readonly plain?: readonly string[] | "all";
  /** Those that may: of these only what is not as the form began with is kept, so that nothing else is written over by it. */
  readonly sealed?: readonly string[];
};

/** @param of what the form makes or changes, such as "quote" */
export function useKeptTyping(of: string, { plain = [], sealed = [] }: Kept): KeptTyping {
  const { shop } = useSession();
  const place = `wasl-typed-${shop.merchantId}-${of}`;
  const [before] = useState(() => readKeptDraft(place));
  const [isBack, setBack] = useState(false);
  return {
    before,
    keeper: <Keeper key={place} {...{ place, plain, sealed, isBack, setBack }} />,
    drop: () => {
      setBack(false);
      dropDraft(place);
      dropSealed(sealedAt(place));
    },
  };
}

function sealedAt(place: string): string {
  return `${place}-sealed`;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type KeeperProps = Required<Kept> & {
  readonly place: string;
  /** Whether something was brought back that is not sent yet. */
  readonly isBack: boolean;
  readonly setBack: (isBack: boolean) => void;
};

function Keeper({ place, plain, sealed, isBack, setBack }: KeeperProps) {
  const { t } = useWording();
  const here = useRef<HTMLParagraphElement>(null);
  const kept = useRef({ plain, sealed });
  const { typingKey } = useSession().me;
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const bring = (controls: readonly Control[], before: KeptFields): void => {
      if (controls.filter((control) => bringBack(control, before[control.name])).length > 0) setBack(true);
    };
    const plainOnes = () => plainControls(form, kept.current);
    bring(plainOnes(), readKeptDraft(place));
    const keep = (): void => {
      const data = new FormData(form);
      // A box that is not ticked is no part of the data, and was meant so.
      const fields = plainOnes().map(({ name }) => [name, String(data.get(name) ?? "")]);
      if (fields.length > 0) keepFields(place, Object.fromEntries(fields));
    };
    const sealedOnes = () => sealedControls(form, kept.current);
    const keepAway = (): void => {
      const fields = sealedOnes().flatMap((control) =>
        isTyped(control) ? [[control.name, control.value] as const] : [],
      );
      void keepSealed(typingKey, sealedAt(place), Object.fromEntries(fields));
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    form.addEventListener("input", keep, { signal });
    void readSealed(typingKey, sealedAt(place)).then((before) => {
      if (signal.aborted) return;
      // What was typed before it was opened is newer.
      bring(
        sealedOnes().filter((control) => !isTyped(control)),
        before,
      );
      form.addEventListener("input", keepAway, { signal });
    });
    return () => leaving.abort();
  }, [place, typingKey, setBack]);
  return (
    <p ref={here} role="status" className="notice" hidden={!isBack}>
      {isBack && t("drafts.typedAgain")}
    </p>
  );
}

function controlsOf(form: HTMLFormElement, isKept: (control: Control) => boolean): Control[] {
  return [...form.elements].filter((one): one is Control => isKept(one as Control));
}

function plainControls(form: HTMLFormElement, { plain, sealed }: Required<Kept>): Control[] {
  if (plain !== "all") return controlsOf(form, ({ name }) => plain.includes(name));
  return controlsOf(form, ({ name, type }) => name !== "" && type !== "hidden" && !sealed.includes(name));
}

/** No password is kept, whatever a form names. */
function sealedControls(form: HTMLFormElement, { sealed }: Required<Kept>): Control[] {
  return controlsOf(form, ({ name, type }) => sealed.includes(name) && type !== "password");
}

/** Whether a field for text, or a choice, is not as the form began with. */
function isTyped(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.defaultSelected !== true;
  return control.value !== control.defaultValue;
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
