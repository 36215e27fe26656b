/**
 * A simulator of the tax authority's FATOORA for development and tests. It issues certificates, reads documents by a
 * parser, and holds every unit to one unbroken chain; the real one only warns of a broken chain.
 */
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { describeFatoora } from "./description.ts";
import { registerOperations } from "./rest-api.ts";
import { createUnits } from "./units.ts";

/** The simulated authority, to be mounted under `/fatoora`. */
export function fatooraSimulator(): Simulator {
  return defineSimulator({
    name: "fatoora",
    describe: describeFatoora,
    register(app, tools) {
      registerOperations(app, tools, createUnits(tools));
    },
  });
}
