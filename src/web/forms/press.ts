/**
 * Whether a finger or a mouse button is down. A message that appears because a field was left pushes the page down;
 * if it came while the next thing is being pressed, the press would miss.
 */
import { useEffect, useRef } from "react";

/** Gives a function that runs a task at once, or as soon as the press that is going on has ended. */
export function useAfterPress(): (task: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const down = (): void => {
      isDown.current = true;
    };
    const up = (): void => {
      isDown.current = false;
      // The click itself comes after the release.
      setTimeout(() => {
        for (const task of waiting.current.splice(0)) task();
      });
    };
    const options = { capture: true };
    window.addEventListener("pointerdown", down, options);
    window.addEventListener("pointerup", up, options);
    window.addEventListener("pointercancel", up, options);
    return () => {
      window.removeEventListener("pointerdown", down, options);
      window.removeEventListener("pointerup", up, options);
      window.removeEventListener("pointercancel", up, options);
    };
  }, []);
  return (task) => {
    if (isDown.current) waiting.current.push(task);
    else task();
  };
}
