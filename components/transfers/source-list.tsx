import { toMoneyView } from '@guichet/values/money/minor.ts'
import { useTranslations } from 'next-intl'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { Money } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Badge, Card, Section } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { offersAnything, type TransferOffer } from '#lib/domain/payments/transfer/offer.ts'
import type { BankView } from '#lib/views/banking.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { SourceSearch } from './source-search.tsx'

type SourceListProps = {
  sources: readonly TransferSource[]
  banks: readonly BankView[]
  /** Id of the payee chosen before the account; null if none. */
  payee?: string | null
}

/** The choice of the paying account: those that can send, with their options, and those that could, with what keeps them from it. */
export function SourceList({ sources, banks, payee = null }: SourceListProps) {
  const rest = payee === null ? '' : `&${new URLSearchParams({ payee })}`
  const t = useTranslations('transfers.source')
  const shown = sources.filter(({ offer }) => offersAnything(offer) || explained(offer) !== undefined)
  return (
    <div className="grid grid-cols-1 gap-8">
      <Section titleId="accounts-title" title={t('accounts')} level={2} look="mb-3 text-lg font-semibold">
        {sources.some(({ offer }) => offersAnything(offer)) ? null : (
          <EmptyState title={t('none')} action={<ButtonLink href="/link">{t('linkBank')}</ButtonLink>} />
        )}
        {shown.length > 0 ? (
          <Card as="div" flush>
            <SourceSearch
              label={t('search')}
              none={t('notFound')}
              rows={shown.map(source => ({
                key: source.account?.id ?? '',
                words: `${source.account?.name} ${source.bank.name} ${source.account?.iban?.slice(-4) ?? ''}`,
                row: <Source source={source} rest={rest} />,
              }))}
            />
          </Card>
        ) : null}
      </Section>
      <Section titleId="at-bank-title" title={t('atBank')} level={2} look="text-lg font-semibold">
        <p className="mt-1 mb-3 text-soft">{t('atBankText')}</p>
        <ul className="grid gap-2 sm:grid-cols-2">
          {banks.map(bank => (
            <li key={bank.code}>
              <Link
                href={`/transfers/new?bank=${bank.code}${rest}`}
                className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-2.5 font-medium hover:bg-sunken"
              >
                <BankLogo bank={bank} size="small" />
                {bank.name}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** Accounts refused for other reasons are left out: nothing the person could do would change them. */
const explained = ({ single }: TransferOffer) =>
  (['connection_ended', 'consent_missing'] as const).find(refusal => refusal === single)

function Source({ source: { account, bank, offer }, rest }: { source: TransferSource; rest: string }) {
  const t = useTranslations('transfers')
  if (account === null) return null
  const balance = account.balance && toMoneyView(account.balance)
  const body = (
    <>
      <BankLogo bank={bank} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{account.name}</span>
        <span className="block text-sm text-soft">
          <BankLine bank={bank} iban={account.iban} />
        </span>
        {balance ? <Money value={balance} className="block font-semibold sm:hidden" /> : null}
        {account.isBlocked ? <span className="mt-1 block text-sm text-danger">{t('source.blocked')}</span> : null}
        <Kinds offer={offer} />
      </span>
      {balance ? <Money value={balance} className="font-semibold max-sm:hidden" /> : null}
    </>
  )
  const refusal = explained(offer)
  const ways = {
    connection_ended: `/link/${encodeURIComponent(bank.code)}`,
    consent_missing: `/connections/${account.connectionId}/consent`,
  }
  const look = 'flex items-center gap-4 px-4 py-3.5 sm:px-6'
  return (
    <>
      {offersAnything(offer) ? (
        <Link href={`/transfers/new?from=${account.id}${rest}`} className={`${look} hover:bg-sunken`}>
          {body}
          <Icon name="chevronRight" className="size-4.5 text-soft" />
        </Link>
      ) : (
        <div className={look}>{body}</div>
      )}
      {refusal ? (
        <p className="px-4 pb-3.5 text-sm text-soft sm:px-6">
          {t(`source.${refusal}`)}{' '}
          <Link href={ways[refusal]} className="link">
            {t(`source.ways.${refusal}`)}
          </Link>
        </p>
      ) : null}
    </>
  )
}

function Kinds({ offer }: { offer: TransferOffer }) {
  const t = useTranslations('transfers.source')
  const kinds = (['single', 'several', 'instant'] as const).filter(kind => offer[kind] === null)
  if (kinds.length === 0) return null
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {kinds.map(kind => (
        <Badge key={kind}>{t(kind)}</Badge>
      ))}
    </span>
  )
}
