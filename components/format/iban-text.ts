/** `FR76 1987 0000 …`: groups of four, joined by narrow unbreakable spaces when it must stay on one line. */
export function groupIban(iban: string): string {
  return iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}

/** Country, check number and the last four: enough to tell accounts apart, useless to others. */
export function maskIban(iban: string): string {
  const plain = iban.replace(/\s/g, '')
  return plain.length > 8 ? `${plain.slice(0, 4)} •••• ${plain.slice(-4)}` : plain
}
