/**
 * A value that must not be shown: password, webhook secret, card number. However it is printed, it prints `***`;
 * only `reveal` gives it, at the one place that sends it.
 */
export class Secret {
  readonly #value: string;

  /** @param value the text to keep; it may be empty */
  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it inside the expression that sends or compares it, and keep no copy. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  /** What `util.inspect` and `console.log` print; the symbol is Node's registered one. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return hidden;
  }
}

const hidden = "***";
