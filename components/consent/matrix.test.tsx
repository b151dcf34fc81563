import { accountsOfLogin } from '@guichet/stet/limits.ts'
import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { expect, test } from 'vitest'
import consent from '#components/i18n/messages/fr/consent.json' with { type: 'json' }
import { messages } from '#components/i18n/messages.ts'
import type { ConsentDiffView, ConsentMatrixView } from '#lib/views/consent.ts'
import { draw, drawText, littoral } from '#testing/components/draw.tsx'
import { ConsentMatrix } from './matrix.tsx'
import { ReviewForm } from './review.tsx'

const ibanOf = (index: number) => `FR76198700000100000${String(index).padStart(8, '0')}`

function matrixOf(count: number): ConsentMatrixView {
  const row = (index: number) => ({
    iban: ibanOf(index),
    name: `Compte courant professionnel no ${index} de la société`,
    product: 'Compte à vue en euros',
    currencies: ['EUR'],
    cards: [{ name: `Carte ${index}` }],
    usage: 'PRIV',
    psuStatus: 'Account Holder',
    isNew: false,
    listed: true,
    current: { balances: true, transactions: index % 2 === 0, owners: false, overdrafts: index % 3 === 0 },
  })
  return {
    connectionId: '0191',
    bank: littoral,
    kinds: [...consentKinds],
    mayNameMore: false,
    gone: [],
    rows: Array.from({ length: count }, (_, index) => row(index)),
    psuIdentity: true,
    version: 1,
    expiresAt: null,
  }
}

test('the page of the maximum number of accounts is smaller than a megabyte', () => {
  const matrix = matrixOf(accountsOfLogin)
  const markup = draw('fr', <ConsentMatrix matrix={matrix} />)
  // The page contains the matrix a second time, as a string in a script.
  const carried = JSON.stringify(JSON.stringify(matrix))
  expect(Buffer.byteLength(markup) + Buffer.byteLength(carried)).toBeLessThan(950_000)
})

test.each([3, accountsOfLogin])(
  'with %i accounts every box is there as it is ticked, without JavaScript too',
  count => {
    const markup = draw('fr', <ConsentMatrix matrix={matrixOf(count)} />)
    const boxes = [...markup.matchAll(/<input[^>]*>/g)].map(([box]) => box)
    for (const kind of consentKinds) {
      const ofKind = boxes.filter(box => box.includes(`name="${kind}"`))
      expect(ofKind.map(box => /value="([^"]+)"/.exec(box)?.[1])).toEqual(
        Array.from({ length: count }, (_, at) => ibanOf(at)),
      )
      const ticked = ofKind.flatMap((box, at) => (/ checked=""/.test(box) ? [at] : []))
      const wanted = matrixOf(count).rows.flatMap(({ current }, at) => (current[kind] ? [at] : []))
      expect(ticked).toEqual(wanted)
    }
  },
)

/** The initially rendered buttons of a matrix with these boxes ticked, by their text. */
function buttonsOf(balances: boolean, version: number): Map<string, string> {
  const matrix = matrixOf(2)
  const current = { balances, transactions: false, owners: false, overdrafts: false }
  const rows = matrix.rows.map(row => ({ ...row, current }))
  const markup = draw('fr', <ConsentMatrix matrix={{ ...matrix, rows, psuIdentity: false, version }} />)
  const buttons = [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)]
  return new Map(buttons.map(([, attributes = '', text = '']) => [text.replace(/<[^>]+>/g, ''), attributes]))
}
const { send, sendNothing, review, presets, presetCustom } = consent

test('before anything is ticked the button is disabled, and sharing nothing is still possible', () => {
  const waiting = buttonsOf(false, 0)
  expect(waiting.get(send)).toContain('disabled=""')
  expect(waiting.get(sendNothing)).toContain('type="submit"')
  const chosen = buttonsOf(true, 0)
  expect(chosen.get(send)).not.toContain('disabled=""')
  expect([...chosen.keys()]).not.toContain(sendNothing)
})

test('an unchanged consent has nothing to review', () => {
  expect(buttonsOf(true, 3).get(review)).toContain('disabled=""')
})

test('each preset is a button, pressed if the boxes equal it; a word says that they equal none', () => {
  const buttons = buttonsOf(true, 0)
  const pressed = Object.values(presets).filter(name => buttons.get(name)?.includes('aria-pressed="true"'))
  expect(pressed).toEqual([presets.balances_only])
  expect(drawText('fr', <ConsentMatrix matrix={matrixOf(2)} />)).toContain(presetCustom)
})

test.each(['fr', 'en'] as const)('each kind of data says in %s what it shows', locale => {
  const text = drawText(locale, <ConsentMatrix matrix={matrixOf(2)} />)
  for (const hint of Object.values(messages[locale].consent.kindHints)) expect(text).toContain(hint)
})

test.each([
  [0, 2, false],
  [0, 0, true],
  [1, 2, true],
])('version %i with %i accounts: adding an account by its IBAN is offered: %s', (version, count, isOffered) => {
  const text = drawText('fr', <ConsentMatrix matrix={{ ...matrixOf(count), mayNameMore: true, version }} />)
  expect(text.includes(consent.nameIban.action)).toBe(isOffered)
})

test.each([
  ['owners', 'The owners of 1 account'],
  ['overdrafts', 'The overdraft of 1 account'],
  ['identity', 'Your first and last name'],
] as const)('the review says that %s are erased', (kind, words) => {
  const nothing = { transactions: 0, balances: 0, owners: 0, overdrafts: 0, identity: 0 }
  const diff: ConsentDiffView = {
    hash: 'h',
    added: [],
    removed: [{ iban: ibanOf(0), name: 'Courant', kinds: ['balances'] }],
    kept: 0,
    identity: 'kept_off',
    empty: false,
    purges: { ...nothing, [kind]: 1 },
  }
  const choice = { accounts: [], psuIdentity: false }
  const read = (one: ConsentDiffView) =>
    drawText('en', <ReviewForm matrix={matrixOf(1)} choice={choice} boxes="" diff={one} />)
  expect(read(diff)).toContain(words)
  expect(read(diff)).toContain('Send and erase')
  expect(read(diff)).not.toMatch(/Nothing is erased|90 days/)
  expect(read({ ...diff, purges: nothing })).toContain('Nothing is erased')
})
