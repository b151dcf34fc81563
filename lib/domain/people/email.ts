/** Email addresses, as far as a form can validate them. */

const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Lower case and trimmed, so that one person is one row; null if invalid. At most 254 characters. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase().normalize('NFC')
  return email.length <= 254 && emailPattern.test(email) ? email : null
}
