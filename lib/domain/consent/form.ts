import {
  type AccountChoice,
  type ConsentChoice,
  type ConsentKind,
  consentKinds,
  nothing,
} from '@guichet/stet/terms/consent-choice.ts'

/**
 * The consent matrix as a form without JavaScript: a field per ticked box, named after its kind, with the IBAN as
 * value. URLs must not contain IBANs: there one hexadecimal digit per row, one for the identity.
 */

export function choiceOfFields(fieldsOf: (name: string) => readonly string[]): ConsentChoice {
  const accounts = new Map<string, AccountChoice>()
  for (const kind of consentKinds) {
    for (const iban of fieldsOf(kind)) accounts.set(iban, { ...nothing, ...accounts.get(iban), iban, [kind]: true })
  }
  return { accounts: [...accounts.values()], psuIdentity: fieldsOf('psuIdentity').includes('yes') }
}

export function fieldsOfChoice({ accounts, psuIdentity }: ConsentChoice): { name: string; value: string }[] {
  const boxes = accounts.flatMap(account =>
    consentKinds.filter(kind => account[kind]).map(kind => ({ name: kind, value: account.iban })),
  )
  return psuIdentity ? [...boxes, { name: 'psuIdentity', value: 'yes' }] : boxes
}

/** In the order of the rows; null if an IBAN has no row. */
export function encodeBoxes(choice: ConsentChoice, ibans: readonly string[]): string | null {
  const rows = new Set(ibans)
  if (choice.accounts.some(({ iban }) => !rows.has(iban))) return null
  const accounts = new Map(choice.accounts.toReversed().map(account => [account.iban, account]))
  const digits = ibans.map(iban => {
    const account = accounts.get(iban)
    const bits = consentKinds.map((kind, bit) => (account?.[kind] ? 1 << bit : 0))
    return bits.reduce((sum, bit) => sum + bit, 0).toString(16)
  })
  return `${digits.join('')}${choice.psuIdentity ? '1' : '0'}`
}

/** Null if the numbers differ. */
export function decodeBoxes(boxes: string, ibans: readonly string[]): ConsentChoice | null {
  if (boxes.length !== ibans.length + 1 || !/^[0-9a-f]*[01]$/.test(boxes)) return null
  const accounts = ibans.map((iban, row) => {
    const digit = Number.parseInt(boxes.charAt(row), 16)
    const may = (kind: ConsentKind) => (digit & (1 << consentKinds.indexOf(kind))) !== 0
    return {
      iban,
      balances: may('balances'),
      transactions: may('transactions'),
      owners: may('owners'),
      overdrafts: may('overdrafts'),
    }
  })
  return { accounts, psuIdentity: boxes.endsWith('1') }
}
