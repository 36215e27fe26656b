import { normaliseDigits } from "../text.ts";

/**
 * The card numbers that a test world takes (docs/decisions/0106): those that the card gateway publishes for tests, and the
 * simulator's own for mada, which belong to no person. A real card that is typed at a test link is refused before it is sent on.
 */
export const testCardNumbers: readonly string[] = [
  "5123450000000008",
  "2223000000000007",
  "5123456789012346",
  "5555555555000018",
  "5500005555555559",
  "5506900140100503",
  "5210760000000004",
  "5455031257390496",
  "5455031252665454",
  "5123459999998221",
  "5111111111111118",
  "2223000000000023",
  "4440000009900010",
  "4508750015741019",
  "4440000042200014",
  "4440000042200022",
  "4012000033330026",
  "371881733404002",
  "371881887105009",
  "371881634498004",
  "371881127160004",
  "371881245560002",
  "371881911767006",
  "5297410588409146",
  "5433570000000008",
  "5433579999990250",
  "4228180191362993",
  "4860940000000008",
  "4860940000000024",
  "9682090000000007",
  "9682090000000031",
  "8736469999990336",
];

/** Whether a card number, as it was typed, is one for tests. */
export function isTestCardNumber(typed: string): boolean {
  return testCardNumbers.includes(normaliseDigits(typed).replace(/\D/g, ""));
}
