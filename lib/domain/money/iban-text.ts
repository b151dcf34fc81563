/** In groups of four for display: `FR76 1987 0000 …`. */
export function groupIban(iban: string): string {
  return compact(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

/** For lists and logs: country, check digits and the last four, `FR76 •••• 4521`. If too short to mask, dots only. */
export function maskIban(iban: string): string {
  const whole = compact(iban)
  return whole.length < 12 ? '••••' : `${whole.slice(0, 4)} •••• ${whole.slice(-4)}`
}

function compact(iban: string): string {
  return iban.replace(/\s/g, '')
}
