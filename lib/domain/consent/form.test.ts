import { type ConsentChoice, canonicalChoice, consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { expect, test } from 'vitest'
import { choiceOfFields, decodeBoxes, encodeBoxes, fieldsOfChoice } from './form.ts'

const ibans = ['FR7619870003100039815002260', 'FR7619870003100039815003812', 'FR7619870003100040177003544']

/** Every choice over two of the rows, the third unchanged: 16 x 16 x 2. */
const choices: ConsentChoice[] = Array.from({ length: 512 }, (_, bits) => {
  const row = (iban: string, digit: number) => {
    const [balances, transactions, owners, overdrafts] = consentKinds.map((_, bit) => (digit & (1 << bit)) !== 0)
    return {
      iban,
      balances: balances === true,
      transactions: transactions === true,
      owners: owners === true,
      overdrafts: overdrafts === true,
    }
  }
  const [first = '', , third = ''] = ibans
  return { accounts: [row(third, bits & 15), row(first, (bits >> 4) & 15)], psuIdentity: bits >= 256 }
})

test('every choice comes back from its fields and from its boxes as it was', () => {
  for (const choice of choices) {
    const fields = fieldsOfChoice(choice)
    const posted = choiceOfFields(name => fields.filter(field => field.name === name).map(({ value }) => value))
    expect(canonicalChoice(posted)).toBe(canonicalChoice(choice))
    const boxes = encodeBoxes(choice, ibans) ?? ''
    expect(boxes).toMatch(/^[0-9a-f]{4}$/)
    expect(canonicalChoice(decodeBoxes(boxes, ibans) ?? { accounts: [], psuIdentity: false })).toBe(
      canonicalChoice(choice),
    )
  }
})

test('an IBAN without a row has no boxes, and boxes of another matrix are no choice', () => {
  const [choice] = choices
  if (!choice) throw new Error('a choice')
  expect(encodeBoxes({ ...choice, accounts: [{ ...choice.accounts[0], iban: 'FR00' } as never] }, ibans)).toBeNull()
  const known = { ...choice, accounts: [choice.accounts[0], { ...choice.accounts[0], iban: 'FR00' } as never] } as never
  expect(encodeBoxes(known, ibans)).toBeNull()
  for (const boxes of ['', '0', '000', '00000', '00g0', '0002', 'ffff0 ', '-0001'])
    expect(decodeBoxes(boxes, ibans), boxes).toBeNull()
})

test('fields that are not boxes are ignored', () => {
  expect(choiceOfFields(() => [])).toEqual({ accounts: [], psuIdentity: false })
  expect(choiceOfFields(name => (name === 'psuIdentity' ? ['on'] : []))).toEqual({ accounts: [], psuIdentity: false })
})
