import type { Mutant } from "../mutant.ts";
import { amounts } from "./amounts.ts";
import { books } from "./books.ts";
import { doubt } from "./doubt.ts";
import { locks } from "./locks.ts";
import { trust } from "./trust.ts";

/** Every fault that the tests promise to find. */
export const mutants: readonly Mutant[] = [...doubt, ...locks, ...amounts, ...books, ...trust];
