import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import type { HouseholdView, SharedAccountView } from '#lib/views/household.ts'
import { draw } from '#testing/components/draw.tsx'
import { HouseholdBoard } from './board.tsx'
import { Lookers } from './lookers.tsx'
import { SharedAccounts } from './shared-accounts.tsx'
import { SharedHeader } from './shared-header.tsx'

/** The household's pages as first rendered, in both languages: no text is missing, and nothing is shown without permission. */

const bank = { name: 'Banque du Littoral', initials: 'BL', logo: null, brandColor: '#0B3C6F', brandInk: '#ffffff' }
const share = {
  id: 's1',
  accountId: 'a1',
  accountName: 'Compte joint',
  bankName: bank.name,
  level: 'balances' as const,
  since: '2026-11-01T10:00:00.000Z',
  seenAt: '2026-11-20T18:30:00.000Z',
}
const household: HouseholdView = {
  members: [
    {
      id: 'm1',
      name: 'Thomas',
      email: 'thomas@guichet.example',
      joinedAt: '2026-10-30T10:00:00.000Z',
      given: [share],
      received: [{ ...share, id: 's2', accountName: 'Livret', level: 'transactions' }],
    },
  ],
  accounts: [
    {
      id: 'a1',
      name: 'Compte joint',
      bank,
      kind: 'account',
      maskedIban: 'FR76 •••• 0138',
      offers: ['balances', 'transactions'],
    },
    { id: 'a2', name: 'Carte', bank, kind: 'card', maskedIban: null, offers: ['transactions'] },
  ],
  invitations: (['open', 'declined', 'expired'] as const).map((state, at) => ({
    id: state,
    email: `${state}@guichet.example`,
    state,
    expiresAt: '2026-11-28T10:00:00.000Z',
    mail: (['due', 'sent', 'failed'] as const)[at] ?? 'off',
  })),
  full: false,
}
const shared: SharedAccountView = {
  id: 'a9',
  ownerName: 'Thomas',
  bank,
  kind: 'account',
  name: 'Livret',
  currency: 'EUR',
  maskedIban: 'FR76 •••• 0235',
  mainBalance: null,
  sees: { balances: false, transactions: true },
  since: share.since,
  readAt: null,
  alsoMine: true,
}

describe.each(['fr', 'en'] as const)('%s', locale => {
  const say = messages[locale].household

  test('every account has its own control, named after account and person, with the current level', () => {
    const markup = draw(locale, <HouseholdBoard household={household} isFresh />)
    const choices = [...markup.matchAll(/<select[^>]*aria-label="([^"]+)"[^>]*>(.*?)<\/select>/g)]
    expect(choices).toHaveLength(2)
    expect(choices[0]?.[1]).toContain('Compte joint')
    expect(choices[0]?.[1]).toContain('Thomas')
    expect(/<option[^>]*selected=""[^>]*>([^<]+)/.exec(choices[0]?.[2] ?? '')?.[1]).toBe(say.member.balances)
    expect(choices[1]?.[2]).toContain(say.member.transactionsOnly)
    expect(choices[1]?.[2]).not.toContain(`value="balances"`)
  })

  test('invitations show their state, and whether the mail was sent', () => {
    const markup = draw(locale, <HouseholdBoard household={household} isFresh />)
    for (const word of [say.invitations.declined, say.invitations.expired, say.invitations.due]) {
      expect(markup).toContain(word)
    }
  })

  test('a full household has no invitation form; one without other members cannot be left', () => {
    expect(draw(locale, <HouseholdBoard household={{ ...household, full: true }} isFresh />)).not.toContain(
      'invite-email',
    )
    const alone = { ...household, members: [], invitations: [] }
    expect(draw(locale, <HouseholdBoard household={alone} isFresh />)).not.toContain(say.leave.action)
  })

  test('shared accounts are listed under their owner, with a link to their page', () => {
    const markup = draw(locale, <SharedAccounts accounts={[shared]} />)
    expect(markup).toContain('/household/accounts/a9')
    expect(markup).toContain(say.shared.noBalance)
    expect(markup).toContain(say.shared.alsoMine)
    expect(draw(locale, <SharedAccounts accounts={[]} />)).toBe('')
    expect(draw(locale, <SharedHeader account={shared} />)).toContain('Thomas')
  })

  test('the access log names who sees the accounts, or says that nobody does', () => {
    expect(draw(locale, <Lookers lookers={[{ ...share, name: 'Thomas' }]} />)).toContain('Thomas')
    expect(draw(locale, <Lookers lookers={[]} />)).toContain(say.lookers.none)
  })
})
