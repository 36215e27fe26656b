/** The panels of a payment form by their methods. Code that is fetched may come after the first press of its button. */
import { useCallback, useRef } from "react";
import type { MethodId } from "#methods/catalog.ts";
import { focusField, panelIn } from "../forms/typed.ts";
import type { PanelHandle } from "./panel.ts";

export type Panels = {
  /** For the `ref` of a panel. */
  readonly keep: (id: MethodId, handle: PanelHandle | null) => void;
  /** The panel of a pressed method. Undefined while it is on its way: its form is submitted as soon as it is there. */
  readonly pressed: (id: MethodId) => PanelHandle | undefined;
  /** The buyer has left what was pressed early. */
  readonly forgetPress: () => void;
  /** Puts the focus on a field; those of the card gateway's own frames take it through their panel. */
  readonly focus: (id: MethodId | null, field: string) => void;
};

export function usePanels(): Panels {
  const handles = useRef(new Map<MethodId, PanelHandle>());
  const pressedEarly = useRef<MethodId | null>(null);
  const keep = useCallback((id: MethodId, handle: PanelHandle | null): void => {
    if (!handle) return void handles.current.delete(id);
    handles.current.set(id, handle);
    if (pressedEarly.current !== id) return;
    pressedEarly.current = null;
    // Once the panel's fields are in the page, too.
    queueMicrotask(() => panelIn(document, id)?.closest("form")?.requestSubmit());
  }, []);
  const forgetPress = useCallback((): void => {
    pressedEarly.current = null;
  }, []);
  const pressed = (id: MethodId): PanelHandle | undefined => {
    const panel = handles.current.get(id);
    if (!panel) pressedEarly.current = id;
    return panel;
  };
  const focus = (id: MethodId | null, field: string): void => {
    const panel = id === null ? undefined : handles.current.get(id);
    if (panel?.focus) panel.focus(field);
    else focusField(field);
  };
  return { keep, pressed, forgetPress, focus };
}
