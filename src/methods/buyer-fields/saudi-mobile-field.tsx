/** The mobile of an account at a service of the Kingdom: Saudi numbers only, so there is no country to choose. */
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import type { FieldProps } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";

type SaudiMobileFieldProps = FieldProps<string> & {
  readonly label: string;
  /** The client's own mobile, in any form; it is the field's first value when it is a Saudi one. */
  readonly clientMobile: string;
};

export function SaudiMobileField({ clientMobile, ...field }: SaudiMobileFieldProps) {
  const known = readMobile(clientMobile, saudiArabia);
  return (
    <TextField
      {...field}
      before={
        <span className="dial-code" aria-hidden="true">
          +966
        </span>
      }
      boxDir="ltr"
      required
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      defaultValue={known.kind === "ok" ? known.national : ""}
    />
  );
}
