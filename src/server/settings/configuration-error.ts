/** A start that must not continue, with a sentence for the person at the terminal. */
export class ConfigurationError extends Error {}
