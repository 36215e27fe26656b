/** The mobile of an account at a service of the Kingdom: Saudi numbers only, so there is no country to choose. */
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { TextField } from "#web/forms/text-field.tsx";

type SaudiMobileFieldProps = {
  /** Id of the input and name in the form's field table. */
  readonly field: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly isDone: boolean;
  /** The client's own mobile, in any form; it stands in the field at the start when it is a Saudi one. */
  readonly clientMobile: string;
};

export function SaudiMobileField({ field, label, error, isDone, clientMobile }: SaudiMobileFieldProps) {
  const known = readMobile(clientMobile, saudiArabia);
  return (
    <TextField
      id={field}
      field={field}
      label={label}
      error={error}
      isDone={isDone}
      before={
        <span className="dial-code" aria-hidden="true">
          +966
        </span>
      }
      required
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      defaultValue={known.kind === "ok" ? known.national : ""}
    />
  );
}
