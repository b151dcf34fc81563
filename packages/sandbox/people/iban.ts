/**
 * Makes a French IBAN of the group: bank code, branch, account number (11 digits), and the national and the international check digits
 * (ISO 13616, mod 97).
 */
export function makeIban(bankCode: string, branch: string, accountNumber: string): string {
  const rest = 89n * BigInt(bankCode) + 15n * BigInt(branch) + 3n * BigInt(accountNumber)
  const key = 97n - (rest % 97n)
  const bban = `${bankCode}${branch}${accountNumber}${String(key).padStart(2, '0')}`
  // FR is 1527 with letters counted from 10.
  const check = 98n - (BigInt(`${bban}152700`) % 97n)
  return `FR${String(check).padStart(2, '0')}${bban}`
}

/** Whether a text is an IBAN with a valid check number (bank:D46), which is 02 to 98. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}(?!0[01]|99)[0-9]{2}[A-Z0-9]{1,30}$/.test(text)) return false
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
