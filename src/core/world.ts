/**
 * The two worlds of a merchant (docs/decisions/0105): in `live` its money is real where the installation's is; in `test`
 * everything is paid at simulators. Each world is a merchant of its own: nothing of one is known in the other.
 */
export const worlds = ["live", "test"] as const;
export type World = (typeof worlds)[number];
