/** A press on the pay button before the scripts were there: the document's first script kept it (document.ts). */

/**
 * Tells the document that the form's island is alive.
 * @returns whether the form was submitted before: then it is to be submitted now
 */
export function takeEarlyPress(): boolean {
  const { dataset } = document.documentElement;
  dataset["alive"] = "";
  const wasPressed = "pressed" in dataset;
  delete dataset["pressed"];
  return wasPressed;
}
