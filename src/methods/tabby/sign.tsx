/** The sign of Tabby; its name stands beside it. */
import { WordMark } from "../instalments/word-mark.tsx";

export function TabbySign() {
  return <WordMark word="tabby" paper="#5affcf" />;
}
