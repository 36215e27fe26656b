import type { Mutant } from "../mutant.ts";
import { amounts } from "./amounts.ts";
import { books } from "./books.ts";
import { core } from "./core.ts";
import { doubt } from "./doubt.ts";
import { examined } from "./examined.ts";
import { locks } from "./locks.ts";
import { merchants } from "./merchants.ts";
import { tax } from "./tax.ts";
import { trust } from "./trust.ts";

/** Every fault that the tests promise to find. */
export const mutants: readonly Mutant[] = [
  ...examined,
  ...doubt,
  ...locks,
  ...amounts,
  ...books,
  ...trust,
  ...core,
  ...merchants,
  ...tax,
];
