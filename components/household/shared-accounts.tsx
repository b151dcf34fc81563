import { useTranslations } from 'next-intl'
import { Iban } from '#components/format/iban.tsx'
import { Money } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { SharedAccountView } from '#lib/views/household.ts'

/** Accounts shared by other members, a card per person; empty if there are none. */
export function SharedAccounts({ accounts: shared }: { accounts: readonly SharedAccountView[] }) {
  const t = useTranslations('household.shared')
  if (shared.length === 0) return null
  const owners = [...Map.groupBy(shared, ({ ownerName }) => ownerName)]
  return (
    <section aria-labelledby="shared-title" className="mt-10 stack gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div>
          <h2 id="shared-title" className="text-xl">
            {t('title')}
          </h2>
          <p className="text-[0.9375rem] text-soft">{t('text')}</p>
        </div>
        <Link href="/household" className="link inline-flex min-h-11 items-center">
          {t('manage')}
        </Link>
      </div>
      {owners.map(([ownerName, accounts]) => (
        <Card key={ownerName} flush>
          <h3 className="border-b border-line px-4 py-3.5 text-lg tracking-[-0.01em] sm:px-6">
            {t('by', { name: ownerName })}
          </h3>
          <ul className="divide-y divide-line">
            {accounts.map(account => (
              <li key={account.id}>
                <Row account={account} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </section>
  )
}

function Row({ account }: { account: SharedAccountView }) {
  const t = useTranslations('household.shared')
  return (
    <Link
      href={`/household/accounts/${account.id}`}
      className="group flex min-h-16 items-center gap-3.5 py-3.5 pr-3 pl-4 transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:pr-4 sm:pl-6"
    >
      <BankLogo bank={account.bank} size="small" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-snug font-medium">
          <bdi>{account.name}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <span>{account.bank.name}</span>
          {account.maskedIban ? <Iban value={account.maskedIban} masked /> : null}
          {account.alsoMine ? <Badge tone="info">{t('alsoMine')}</Badge> : null}
        </span>
      </span>
      {account.mainBalance ? (
        <Money value={account.mainBalance.amount} className="text-lg font-semibold tracking-[-0.01em]" />
      ) : (
        <span className="text-right text-sm text-soft">{t('noBalance')}</span>
      )}
      <Icon name="chevronRight" className="size-4.5 text-control transition-[translate] group-hover:translate-x-0.5" />
    </Link>
  )
}
