/** A start that must not go on, with a sentence for the person at the terminal. */
export class ConfigurationError extends Error {}
