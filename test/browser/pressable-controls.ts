/** The controls of a page that only a hand can use, for tests of what is printed: `page.evaluate(pressableControls)`. */

/** A control as a test names it, and whether it is shown, on paper where the page emulates print. */
export type PressableControl = { readonly isShown: boolean; readonly drawn: string };

/** Runs in the page; it must not use anything from outside of itself. */
export function pressableControls(): PressableControl[] {
  return (
    [
      ...document.querySelectorAll(
        'a.button, main a[href^="/pay/"], button, summary, input, select, textarea',
      ),
    ]
      // A picture that opens larger is a picture on paper.
      .filter((control) => !control.querySelector("img"))
      .map((control) => ({ isShown: control.checkVisibility(), drawn: control.outerHTML.slice(0, 120) }))
  );
}
