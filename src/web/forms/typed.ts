/**
 * What the buyer has typed, ticked and chosen, in the one place where it lives: the document. Buyers type before the
 * scripts are there, on a slow phone for seconds, and what React controls it would take back when it comes to life;
 * digits of cards belong into no state at all (decision K4). So inputs are the browser's own, React keeps only the
 * messages beside them, and whatever of a form reads, fills or focuses one does it by this module.
 */
import type { FieldValues } from "#core/fields.ts";

/** The fields below an element: inputs that carry their name in `data-field`. */
export function fieldsIn(root: ParentNode | null): readonly HTMLInputElement[] {
  return [...(root?.querySelectorAll<HTMLInputElement>("[data-field]") ?? [])];
}

/** The field of that name below an element. */
export function fieldIn(root: ParentNode | null, name: string): HTMLInputElement | undefined {
  return fieldsIn(root).find(({ dataset }) => dataset["field"] === name);
}

/** The values of all fields below an element, by name. */
export function readFields(root: ParentNode | null): FieldValues {
  return Object.fromEntries(fieldsIn(root).map((field) => [field.dataset["field"], field.value]));
}

/** The input of an id, if the page has it now. */
export function inputOf(id: string): HTMLInputElement | null {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field : null;
}

/** Puts a text into a field as if it were typed: the form around it receives the event. */
export function typeInto(field: HTMLInputElement | null | undefined, text: string): void {
  if (!field) return;
  field.value = text;
  tellForm(field);
}

/** Has the form around a field look at it again. */
export function tellForm(field: HTMLInputElement | null): void {
  field?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types a text into the field of an id unless something stands there. */
export function fillIfEmpty(id: string, text: string | undefined): void {
  const field = inputOf(id);
  if (text && field?.value.trim() === "") typeInto(field, text);
}

/** Puts the focus on a field by its id, also on one that stands in a closed part of the form. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

export function isTicked(id: string): boolean {
  return inputOf(id)?.checked ?? false;
}

/** The radio button of a group that has this value. */
export function radioOf(group: string, value: string): HTMLInputElement | null {
  return document.querySelector(`[name="${group}"][value="${value}"]`);
}

/** What is chosen in a group of radio buttons, and whether it was the buyer who chose. */
export function chosenIn(
  form: ParentNode | null,
  group: string,
): { readonly value: string | undefined; readonly isBuyers: boolean } {
  const chosen = form?.querySelector<HTMLInputElement>(`[name="${group}"]:checked`);
  return { value: chosen?.value, isBuyers: chosen?.defaultChecked === false };
}

/** Chooses in a group of radio buttons; leaves all as it is where none has this value. */
export function choose(form: ParentNode | null, group: string, value: string | null | undefined): void {
  const radios = [...(form?.querySelectorAll<HTMLInputElement>(`[name="${group}"]`) ?? [])];
  if (!radios.some((radio) => radio.value === value)) return;
  // Each of them, the one that loses its mark as well: else React takes the next press on that one for no change.
  for (const radio of radios) radio.checked = radio.value === value;
}

/** The panel of a payment method below an element. */
export function panelIn(root: ParentNode | null, method: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-method="${method}"]`) ?? null;
}

/**
 * Tells the document that the form's island is alive. Before that, its first script keeps a press of the button
 * (document.ts).
 * @returns whether the form was submitted before: then it is to be submitted now
 */
export function takeEarlyPress(): boolean {
  const { dataset } = document.documentElement;
  dataset["alive"] = "";
  const wasPressed = "pressed" in dataset;
  delete dataset["pressed"];
  return wasPressed;
}
