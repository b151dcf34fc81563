import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { AddAccount } from '#components/merchant/add-account.tsx'
import { ExportCard } from '#components/merchant/export-card.tsx'
import { CreditList } from '#components/reconciliation/credit-list.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { Button, PostButton, PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Badge, Card, CardHeader, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader, Pager } from '#components/ui/page-header.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import { type CreditFilter, creditFilters, readReconciliation } from '#lib/services/reconciliation/read.ts'
import type {
  MissingOrderView,
  ReconciliationAccountView,
  ReconciliationCounts,
  ReconciliationTotals,
} from '#lib/views/reconciliation.ts'

export const generateMetadata = titleOf('reconciliation.title')

export default memberPage('reconciliation.read', async ({ organisation, mode, actor, one }) => {
  const filter = creditFilters.find(filter => filter === one('show')) ?? 'all'
  const before = one('before')
  const [t, found] = await Promise.all([
    getTranslations('reconciliation'),
    readReconciliation(actor, { filter, before }),
  ])
  const { account, counts, totals, credits, missing, next } = found
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <NoteLine done={one('done')} count={one('count')} field={one('field')} error={one('error')} />
      <AccountCard account={account} organisation={organisation.id} role={organisation.role} />
      <TotalsTable totals={totals} counts={counts} />
      <MissingList missing={missing} count={counts.missing} />
      <h2 className="text-lg font-semibold">{t('credits.title')}</h2>
      <FilterLinks filter={filter} />
      <Card flush>
        <CreditList credits={credits} />
      </Card>
      <Pager
        label={t('credits.pages')}
        newest={before ? { href: `/reconciliation?show=${filter}`, label: t('credits.newest') } : null}
        older={next ? { href: `/reconciliation?show=${filter}&before=${next}`, label: t('credits.older') } : null}
      />
      {may(organisation.role, 'exports.read') ? (
        <ExportCard
          title={t('export.title')}
          text={t('export.text')}
          action="/reconciliation/export"
          formats={[
            ['csv', t('export.csv')],
            ['csv-fr', t('export.csvFr')],
          ]}
          query={{ mode, organisation: organisation.id }}
        />
      ) : null}
    </>
  )
})

function FilterLinks({ filter }: { filter: CreditFilter }) {
  const t = useTranslations('reconciliation.filters')
  return (
    <nav aria-label={t('label')} className="my-3">
      <ul className="flex flex-wrap gap-2">
        {creditFilters.map(one => (
          <li key={one}>
            <Link
              href={`/reconciliation?show=${one}`}
              aria-current={one === filter ? 'page' : undefined}
              className={buttonClass({ variant: one === filter ? 'primary' : 'secondary', size: 'small' })}
            >
              {t(one)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Payments that should have arrived. */
function MissingList({ missing, count }: { missing: readonly MissingOrderView[]; count: number }) {
  const t = useTranslations('reconciliation.missing')
  if (missing.length === 0) return null
  return (
    <Card className="mb-6" title={t('title')} text={t('text')}>
      <ul className="mt-3 divide-y divide-line">
        {missing.map(({ orderId, reference, amount, executionDay }) => (
          <li key={orderId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <Link href={`/payments/${orderId}`} className="link wrap-anywhere">
              {reference}
            </Link>
            <span className="text-sm text-soft">
              {t.rich('due', { day: () => <DateText value={executionDay} /> })} <Money value={amount} />
            </span>
          </li>
        ))}
      </ul>
      {count > missing.length ? (
        <p className="mt-2 text-sm text-soft">{t('newest', { shown: missing.length, count })}</p>
      ) : null}
    </Card>
  )
}

type AccountCardProps = { account: ReconciliationAccountView; organisation: string; role: MemberRole }
type ActionsProps = Omit<AccountCardProps, 'role'> & { mayWrite: boolean }

/** The beneficiary account: how it is read, since when, and the buttons to share it or stop sharing. */
function AccountCard({ account, organisation, role }: AccountCardProps) {
  const t = useTranslations('reconciliation.account')
  const { state } = account
  const mayWrite = may(role, 'reconciliation.write')
  const badge = state === 'connected' ? <Badge tone="success">{t('connected')}</Badge> : null
  return (
    <Card className="mb-6" title={t('title')} action={badge} bodyClass="mt-4 grid gap-4">
      {state === 'none' ? <Unlinked account={account} role={role} /> : <AccountFacts account={account} />}
      {state === 'none' || state === 'connected' ? null : <Ended account={account} />}
      {mayWrite && state !== 'connected' ? <Candidates account={account} organisation={organisation} /> : null}
      {state === 'none' ? null : <Actions account={account} organisation={organisation} mayWrite={mayWrite} />}
    </Card>
  )
}

function Unlinked({ account: { iban }, role }: Pick<AccountCardProps, 'account' | 'role'>) {
  const t = useTranslations('reconciliation.account')
  return (
    <Alert
      tone="warning"
      title={iban === null ? t('noBeneficiary') : t('none')}
      action={iban === null ? <AddAccount role={role} /> : null}
    >
      {iban === null ? null : t('noneText', { iban })}
    </Alert>
  )
}

function AccountFacts({ account }: Pick<AccountCardProps, 'account'>) {
  const t = useTranslations('reconciliation.account')
  const moment = (value: string | null) => (value === null ? t('never') : <DateText value={value} style="moment" />)
  const items = [
    { term: t('iban'), value: [account.bankName, account.iban].filter(Boolean).join(' · ') },
    { term: t('member'), value: account.memberName },
    { term: t('lastRead'), value: moment(account.lastReadAt) },
    { term: t('reconciled'), value: moment(account.reconciledAt) },
    { term: t('expires'), value: account.expiresAt === null ? null : <DateText value={account.expiresAt} /> },
  ]
  return <DescriptionList items={items} />
}

function Ended({ account: { state, memberName, isYours, connectionId } }: Pick<AccountCardProps, 'account'>) {
  const t = useTranslations('reconciliation.account')
  const member = memberName ?? '—'
  return (
    <Alert
      tone="warning"
      action={
        isYours && connectionId !== null ? (
          <ButtonLink href={`/connections/${connectionId}`} size="small">
            {t('renew')}
          </ButtonLink>
        ) : null
      }
    >
      {state === 'gone' ? t('gone') : t(state === 'expired' ? 'expired' : 'not_consented', { member })}
    </Alert>
  )
}

function Candidates({ account, organisation }: Pick<AccountCardProps, 'account' | 'organisation'>) {
  const t = useTranslations('reconciliation.account')
  if (account.iban === null) return null
  if (account.candidates.length === 0) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-soft">
        {t('noCandidate')}
        <ButtonLink href="/link" variant="secondary" size="small">
          {t('toLink')}
        </ButtonLink>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {account.candidates.map(({ accountId }) => (
        <PostButton key={accountId} action="/reconciliation/account" sends={{ organisation, accountId }}>
          {t('connect')}
        </PostButton>
      ))}
    </div>
  )
}

function Actions({ account, organisation, mayWrite }: ActionsProps) {
  const t = useTranslations('reconciliation.account')
  const sends = { organisation }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {mayWrite ? (
        <PostButton action="/reconciliation/run" sends={sends} variant="secondary">
          {account.isYours && account.state === 'connected' ? t('run') : t('match')}
        </PostButton>
      ) : null}
      {mayWrite || account.isYours ? (
        <PostForm action="/reconciliation/account/unlink" sends={sends} className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="quiet" aria-describedby="take-text">
            {t('take')}
          </Button>
          <span id="take-text" className="text-sm text-soft">
            {t('takeText')}
          </span>
        </PostForm>
      ) : null}
    </div>
  )
}

const states = ['received', 'short', 'over', 'missing', 'unknown'] as const

type TotalsTableProps = { totals: readonly ReconciliationTotals[]; counts: ReconciliationCounts }

/** Amounts by reconciliation state, a row per state and a column per currency; the count is next to the state. */
function TotalsTable({ totals, counts }: TotalsTableProps) {
  const t = useTranslations('reconciliation.totals')
  if (totals.length === 0) return null
  return (
    <Card className="mb-6">
      <CardHeader id="totals" title={t('title')} />
      <table aria-labelledby="totals" className="mt-4 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('currency')}</th>
            {totals.map(({ currency }) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {states.map(state => (
            <tr key={state}>
              <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                {t(state)} <span className="tabular font-normal text-soft">({counts[state]})</span>
              </th>
              {totals.map(total => (
                <td key={total.currency} className="py-2.5 pl-3 text-right">
                  <Money value={{ amount: total[state], currency: total.currency }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
