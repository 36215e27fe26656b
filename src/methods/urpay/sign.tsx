/** The sign of UR Pay; its name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function UrpaySign() {
  return <WordMark word="urpay" paper="sky" />;
}
