/** security.txt (RFC 9116): whom to tell of a hole. It may be kept for a month. */
export function writeSecurityText({ contact, origin }: { contact: string; origin: string }, at: Date): string {
  const expires = new Date(at.getTime() + 30 * 86_400_000)
  const fields = {
    Contact: `mailto:${contact}`,
    Expires: expires.toISOString(),
    Canonical: `${origin}/.well-known/security.txt`,
    'Preferred-Languages': 'fr, en',
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
