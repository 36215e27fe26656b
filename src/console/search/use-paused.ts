/** A text as it is once typing pauses: what is asked of the server with each key would be asked too often. */
import { useEffect, useState } from "react";

const pauseMs = 200;

export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
