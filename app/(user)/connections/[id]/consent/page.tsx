import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import type { Query } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { UnreadableAccounts } from '#components/connections/unreadable-accounts.tsx'
import { ConsentMatrix } from '#components/consent/matrix.tsx'
import { RefusalNote } from '#components/failures/told.tsx'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Alert } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { decodeBoxes } from '#lib/domain/consent/form.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { readMatrix } from '#lib/services/consent/choice.ts'
import type { ConsentMatrixView } from '#lib/views/consent.ts'

export const generateMetadata = titleOf('connections.detail.changeFor')

export default userPage(['consent', 'failures'], async ({ session: { userId }, id, query }) => {
  const connection = await readConnection({ userId }, id)
  const t = await getTranslations('consent')
  const tConnections = await getTranslations('connections')
  if (['expired', 'revoked', 'replaced', 'disconnected'].includes(connection.state))
    return (
      <EmptyState
        level={1}
        title={t('closedTitle')}
        action={<ButtonLink href={`/connections/${id}`}>{t('toConnection')}</ButtonLink>}
      >
        {t('closedText')}
      </EmptyState>
    )
  const matrix = await readMatrix({ userId }, id)
  const isFirst = matrix.version === 0
  const head = (
    <>
      <PageHeader
        title={t('title', nameBank(matrix.bank.name))}
        lead={
          <>
            <p>{t(isFirst ? 'leadFirst' : 'leadChange')}</p>
            {matrix.expiresAt ? (
              <p className="mt-1">
                {tConnections('endsOn')} <DateText value={matrix.expiresAt} className="font-semibold text-ink" />.
              </p>
            ) : null}
          </>
        }
        picture={<BankLogo bank={matrix.bank} size="large" />}
        steps={
          isFirst
            ? undefined
            : [
                { href: '/connections', label: tConnections('title') },
                { href: `/connections/${id}`, label: matrix.bank.name },
              ]
        }
        current={tConnections('detail.change')}
      />
      <RefusalNote code={query.error} className="mb-6" />
      <UnreadableAccounts connection={connection} />
      <ListingNotes matrix={matrix} />
    </>
  )
  return matrix.rows.length === 0 && !matrix.mayNameMore ? (
    <>
      {head}
      <EmptyState
        title={t('emptyTitle')}
        action={<ButtonLink href={`/connections/${id}`}>{t('toConnection')}</ButtonLink>}
      >
        {t('emptyText')}
      </EmptyState>
    </>
  ) : (
    <ConsentMatrix key={matrix.version} matrix={matrix} chosen={chosenBefore(matrix, query)} head={head} />
  )
})

/** What was ticked before somebody without scripts went back from the review. */
function chosenBefore({ rows, version }: ConsentMatrixView, query: Query) {
  if (query.version !== String(version)) return null
  return decodeBoxes(
    String(query.boxes ?? ''),
    rows.map(({ iban }) => iban),
  )
}

/** Accounts opened and closed at the bank since the person's choice. */
function ListingNotes({ matrix }: { matrix: ConsentMatrixView }) {
  const t = useTranslations('consent')
  const list = useList()
  const fresh = matrix.rows.filter(row => row.isNew)
  if (fresh.length === 0 && matrix.gone.length === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {fresh.length > 0 ? (
        <Alert title={t('newTitle', { count: fresh.length })}>
          {t('newText', { list: list(fresh.map(({ name }) => name)) })}
        </Alert>
      ) : null}
      {matrix.gone.length > 0 ? (
        <Alert title={t('goneTitle', { count: matrix.gone.length })}>
          <ul>
            {matrix.gone.map(({ accountId, name, maskedIban, since }) => (
              <li key={accountId}>
                <Link href={`/accounts/${accountId}`} className="link">
                  <bdi>{name}</bdi>
                </Link>{' '}
                <span className="tabular whitespace-nowrap">{maskedIban}</span>
                {since ? <> · {t.rich('goneSince', { date: () => <DateText value={since} /> })}</> : null}
              </li>
            ))}
          </ul>
          <p className="mt-1">{t('goneText')}</p>
        </Alert>
      ) : null}
    </div>
  )
}
