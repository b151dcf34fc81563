import {
  type AccountChoice,
  type ConsentChoice,
  type ConsentKind,
  consentKinds,
  nothing,
} from '@guichet/stet/terms/consent-choice.ts'

/**
 * The consent matrix as a plain HTML form, for browsers without JavaScript: each ticked box is a field named after its
 * kind, with the IBAN as its value. Between the form and the comparison page the choice is in the URL, which must not
 * contain IBANs: one hexadecimal digit per row of the matrix, then one for the identity.
 */

/** The ticked boxes from form fields; an IBAN without any does not appear. */
export function choiceOfFields(fieldsOf: (name: string) => readonly string[]): ConsentChoice {
  const accounts = new Map<string, AccountChoice>()
  for (const kind of consentKinds) {
    for (const iban of fieldsOf(kind)) accounts.set(iban, { ...nothing, ...accounts.get(iban), iban, [kind]: true })
  }
  return { accounts: [...accounts.values()], psuIdentity: fieldsOf('psuIdentity').includes('yes') }
}

/** The form fields of a choice, to post it again. */
export function fieldsOfChoice({ accounts, psuIdentity }: ConsentChoice): { name: string; value: string }[] {
  const boxes = accounts.flatMap(account =>
    consentKinds.filter(kind => account[kind]).map(kind => ({ name: kind, value: account.iban })),
  )
  return psuIdentity ? [...boxes, { name: 'psuIdentity', value: 'yes' }] : boxes
}

/** A choice as boxes, in the order of the matrix's rows. Null if it ticks an IBAN without a row. */
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

/** The choice for boxes on these rows; null if their numbers differ. */
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
