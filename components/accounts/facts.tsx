import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useList } from '#components/format/use-list.ts'
import { Money } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import { RowDisclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountView } from '#lib/views/banking.ts'
import { useAccountWords } from './balance-words.ts'

type AccountFactsProps = { account: AccountView; cards: readonly AccountView[] }

type Fact = { key: string; term: string; value: ReactNode }

const accountTypes = ['CACC', 'CARD'] as const

/** Further details of an account from the bank, in words. */
export function AccountFacts({ account, cards }: AccountFactsProps) {
  const t = useTranslations('accounts')
  const facts = [...useIdentityFacts(account), ...useOwnerFacts(account), ...useCardFacts(cards)]
  return (
    <Card flush aria-labelledby="facts-title">
      <RowDisclosure
        row={
          <h2 id="facts-title" className="text-lg font-semibold">
            {t(account.kind === 'card' ? 'cardDetailsTitle' : 'detailsTitle')}
          </h2>
        }
      >
        <dl className="divide-y divide-line border-t border-line">
          {facts.map(fact => (
            <div key={fact.key} className="px-5 py-3 sm:px-6">
              <dt className="text-sm text-soft">{fact.term}</dt>
              <dd className="min-w-0 wrap-anywhere">{fact.value}</dd>
            </div>
          ))}
        </dl>
      </RowDisclosure>
    </Card>
  )
}

function useIdentityFacts(account: AccountView): Fact[] {
  const { product, usage, psuStatus, currency, bic, features, kind, details, cashAccountType } = account
  const t = useTranslations('accounts')
  const tFacts = useTranslations('leaving.facts')
  const list = useList()
  const words = useAccountWords()
  const facts: Fact[] = []
  const type = accountTypes.find(known => known === cashAccountType)
  if (cashAccountType)
    facts.push({ key: 'type', term: tFacts('type'), value: type ? tFacts(`types.${type}`) : cashAccountType })
  if (product) facts.push({ key: 'product', term: t('product'), value: <bdi>{product}</bdi> })
  if (psuStatus) facts.push({ key: 'psuStatus', term: t('psuStatus'), value: words.psuStatus(psuStatus) })
  if (usage) facts.push({ key: 'usage', term: t('usage'), value: words.usage(usage) })
  facts.push({ key: 'currency', term: t('currency'), value: currency })
  if (bic) facts.push({ key: 'bic', term: t('bicLabel'), value: <span translate="no">{bic}</span> })
  const wording = withoutFeatures(details)
  if (wording) facts.push({ key: 'details', term: tFacts('details'), value: <bdi>{wording}</bdi> })
  if (kind === 'account')
    facts.push({
      key: 'features',
      term: t('features'),
      value: features.length > 0 ? list(features.map(words.feature)) : t('featuresNone'),
    })
  return facts
}

/** Removes the list of features, which `details` contains too (document 1) and which has a line of its own. */
function withoutFeatures(details: string | null): string {
  return (details ?? '').replace(/features:\s*[A-Z_,\s]+/, '').trim()
}

function useOwnerFacts({ owners, company, overdraft, may, kind, sync }: AccountView): Fact[] {
  const t = useTranslations('accounts')
  const people = owners ?? []
  const facts: Fact[] = []
  if (!may.owners || (owners === null && company === null))
    facts.push({
      key: 'owners',
      term: t('owners', { count: 1 }),
      value: (
        <span className="text-soft">
          {t(!may.owners ? 'ownersNotAllowed' : sync.lastAt ? 'ownersNone' : 'ownersNotRead')}
        </span>
      ),
    })
  if (people.length > 0)
    facts.push({
      key: 'owners',
      term: t('owners', { count: people.length }),
      value: (
        <ul>
          {people.map(({ fullName, role }) => (
            <li key={`${fullName} ${role}`}>
              <bdi>{fullName}</bdi>
              {role ? <span className="text-soft"> · {role}</span> : null}
            </li>
          ))}
        </ul>
      ),
    })
  if (company)
    facts.push({
      key: 'company',
      term: t('company'),
      value: (
        <>
          <bdi translate="no">{company.identification}</bdi> <span className="text-soft">({company.schemeName})</span>
        </>
      ),
    })
  if (kind === 'account')
    facts.push({
      key: 'overdraft',
      term: t('overdraft'),
      value: overdraft ? (
        <Money value={overdraft} />
      ) : (
        <span className="text-soft">{t(may.overdrafts ? 'overdraftNone' : 'overdraftNotAllowed')}</span>
      ),
    })
  return facts
}

function useCardFacts(cards: readonly AccountView[]): Fact[] {
  const t = useTranslations('accounts')
  if (cards.length === 0) return []
  const value = (
    <ul className="grid grid-cols-1 gap-1">
      {cards.map(card => (
        <li key={card.id} className="flex flex-wrap justify-between gap-x-4">
          <Link href={`/accounts/${card.id}`} className="link">
            <bdi>{card.name}</bdi>
          </Link>
          {card.mainBalance ? <Money value={card.mainBalance.amount} /> : null}
        </li>
      ))}
    </ul>
  )
  return [{ key: 'cards', term: t('linkedCards', { count: cards.length }), value }]
}
