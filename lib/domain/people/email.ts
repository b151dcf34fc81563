const emailPattern =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Lower case, trimmed, at most 254; null if invalid. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase().normalize('NFC')
  return email.length <= 254 && emailPattern.test(email) ? email : null
}
