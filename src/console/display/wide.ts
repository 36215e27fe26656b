/** Whether the window has room for tables and the bar beside the screen; the same width stands in console.css. */
import { useSyncExternalStore } from "react";

const wide = matchMedia("(min-width: 60rem)");

function listen(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(listen, () => wide.matches);
}
