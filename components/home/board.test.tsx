import { expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import type { HomeView } from '#lib/views/banking.ts'
import { draw, drawText } from '#testing/components/draw.tsx'
import { makeAccount } from '#testing/components/views.ts'
import { HomeBoard } from './board.tsx'

const nothing: HomeView = { totals: [], accounts: [], attention: [], states: [], unconsentedCount: 0 }
const connectionId = '019aa000-0000-7000-8000-000000000001'

const boardOf = (home: HomeView) => (
  <HomeBoard home={home} firstName="Camille" wealth={null} glance={null} coming={null} lines={null} />
)

test.each(['fr', 'en'] as const)('in %s, "no bank yet" is said only while there is none', locale => {
  const { title } = messages[locale].home.empty
  const read = (home: HomeView) => drawText(locale, boardOf(home))
  expect(read(nothing)).toContain(title)
  expect(read({ ...nothing, states: [{ connectionId, state: 'choosing' }], unconsentedCount: 2 })).not.toContain(title)
})

test('an invitation to a household leads to its answer', () => {
  const invitationId = '019aa000-0000-7000-8000-000000000002'
  const invited = { kind: 'household_invitation', bankName: '', name: 'Thomas Bernard', invitationId } as const
  const markup = draw('fr', boardOf({ ...nothing, attention: [invited] }))
  expect(markup).toContain('Thomas Bernard vous invite')
  expect(markup).toContain(`href="/household/invitation?id=${invitationId}"`)
})

test('an account left out of totals says so, and what the total leaves out is said on phones too', () => {
  const id = '019aa000-0000-7000-8000-000000000003'
  const account = makeAccount(id, connectionId)
  const card = { ...account, id: '019aa000-0000-7000-8000-000000000004', kind: 'card' as const, inTotals: false }
  const read = (inTotals: boolean) =>
    draw('en', boardOf({ ...nothing, accounts: [{ ...account, inTotals, isCounted: inTotals }, card] }))
  expect(read(true)).not.toContain('Not in totals')
  expect(read(false).match(/Not in totals/g)).toHaveLength(1)
  expect(read(true)).toMatch(/<span>Cards aren’t included/)
})

test('one that another login gives too says so, if it has a balance', () => {
  const amount = { amount: '1.00', currency: 'EUR' }
  const balance = { type: 'CLBD', name: '', amount, referenceDate: null, readAt: '2026-11-21T10:00:00Z', main: true }
  const read = (mainBalance: typeof balance | null) =>
    draw('en', boardOf({ ...nothing, accounts: [makeAccount('a', connectionId, { isCounted: false, mainBalance })] }))
  expect(read(balance)).toContain('Counted once, elsewhere')
  expect(read(null)).not.toContain('Counted once')
})
