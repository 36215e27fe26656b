/** The mobile of an account at an instalment service: Saudi numbers only, so there is no country to choose. */
import { parseMobile } from "#core/phone.ts";
import { TextField } from "#web/forms/text-field.tsx";

type SaudiMobileFieldProps = {
  /** Id of the input and name in the form's field table. */
  readonly field: string;
  readonly label: string;
  readonly error: string | undefined;
  /** The client's own mobile, in any form; it stands in the field at the start when it is a Saudi one. */
  readonly clientMobile: string;
};

export function SaudiMobileField({ field, label, error, clientMobile }: SaudiMobileFieldProps) {
  const known = parseMobile(clientMobile, "SA");
  return (
    <TextField
      id={field}
      field={field}
      label={label}
      error={error}
      before={
        <span className="dial-code" aria-hidden="true">
          +966
        </span>
      }
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      defaultValue={known.kind === "ok" ? known.national : ""}
    />
  );
}
