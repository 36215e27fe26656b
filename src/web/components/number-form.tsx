/** A form that asks for the number of an invoice and needs no script: the address has what was typed. */
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

type NumberFormProps = {
  readonly action: string;
  /** The number's name in the address. */
  readonly field: string;
  /** What was typed and is no number; null where nothing was. */
  readonly typed: string | null;
  readonly label: string;
  readonly hint: string;
  readonly fault: string;
  readonly send: string;
};

export function NumberForm({ action, field, typed, label, hint, fault, send }: NumberFormProps) {
  const isInvalid = typed !== null;
  return (
    <form action={action} method="get" noValidate>
      <label htmlFor="number">{label}</label>
      <input
        id="number"
        className="code"
        name={field}
        defaultValue={typed ?? ""}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck="false"
        required
        maxLength={64}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? "number-error" : "number-hint"}
      />
      {isInvalid ? (
        <p id="number-error" className="home-error">
          <Icon path={icons.alert} />
          <span>{fault}</span>
        </p>
      ) : (
        <p id="number-hint" className="home-hint">
          {hint}
        </p>
      )}
      <button className="button button-primary" type="submit">
        {send}
      </button>
    </form>
  );
}
