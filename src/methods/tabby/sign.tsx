/** The sign of Tabby; its name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function TabbySign() {
  return <WordMark word="tabby" paper="mint" />;
}
