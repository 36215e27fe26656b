/** What a person signs in with, as the console shows it: the e-mail, else the mobile. */
export function signInName(person: {
  readonly email: string | null;
  readonly mobile: string | null;
}): string {
  return person.email ?? person.mobile ?? "";
}
