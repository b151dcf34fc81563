import { formatAmount, toMoneyView } from '@guichet/values/money/minor.ts'
import { hasOtherThanLatin } from '@guichet/values/text/sepa.ts'
import { useLocale, useTranslations } from 'next-intl'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { Iban } from '#components/format/iban.tsx'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { useList } from '#components/format/use-list.ts'
import { Money } from '#components/format/value.tsx'
import { BankHost } from '#components/link/bank-host.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card, DescriptionList, NumberedSteps } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { PayeeNameCheck } from '#lib/domain/payments/payee/name.ts'
import { isCompared } from '#lib/domain/payments/payee/verification.ts'
import type { TransferPlan } from '#lib/domain/payments/transfer/form.ts'
import { firstExecutions } from '#lib/domain/payments/transfer/standing-order.ts'
import type { LegalView } from '#lib/views/banking.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { PayeeCheck } from './payee-check.tsx'
import { useRecurrence } from './status-badge.tsx'

type TransferSummaryProps = {
  draftId: string
  source: TransferSource
  plan: TransferPlan
  isNewPayee: boolean
  nameCheck: PayeeNameCheck | null
  verification: PayeeVerificationView | null
  payeeBank: string | null
  legal: LegalView
}

/** The summary before the bank: what, to whom, when, the next steps, and the information of PSD2 art. 45. */
export function TransferSummary(props: TransferSummaryProps) {
  const { draftId, source, plan, isNewPayee, nameCheck, verification, payeeBank, legal } = props
  const t = useTranslations('transfers.summary')
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-5">
        {isNewPayee ? (
          <Alert tone="warning" title={t('newTitle')}>
            {t('newText')}
          </Alert>
        ) : null}
        {verification === null ? null : <PayeeCheck verification={verification} typed={plan.creditor.name} />}
        {says(verification) ? null : <NameNote check={nameCheck} typed={plan.creditor.name} />}
        {[plan.creditor.name, ...plan.payments.map(({ remittance }) => remittance)].some(hasOtherThanLatin) ? (
          <Alert tone="info">{t('latinOnly')}</Alert>
        ) : null}
        <LowBalance source={source} plan={plan} />
        <Card aria-label={t('title')}>
          <Facts source={source} plan={plan} payeeBank={payeeBank} />
        </Card>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:self-stretch">
        <Departure draftId={draftId} source={source} />
      </div>
      <div>
        <Card titleId="legal-title" title={t('legalTitle')}>
          <p className="mt-1 mb-4 text-sm text-soft">{t('legalText')}</p>
          <DescriptionList
            items={[
              { term: t('legalIdentifier'), value: t('legalIdentifierText') },
              {
                term: t('legalTime'),
                value: t(plan.isInstant ? 'legalTimeInstant' : plan.recurrence ? 'legalTimeEach' : 'legalTimeText'),
              },
              { term: t('legalCharges'), value: t('legalChargesText') },
              { term: t('legalWho'), value: legal.name },
              {
                term: t('legalAuthorisation'),
                value: <span translate="no">{legal.authorisation}</span>,
              },
              { term: t('legalAuthority'), value: legal.authority },
              {
                term: t('legalContact'),
                value: (
                  <a href={`mailto:${legal.contact}`} className="link">
                    {legal.contact}
                  </a>
                ),
              },
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

/** The bank's answer counts more than the names we know. */
const says = (verification: PayeeVerificationView | null) => verification !== null && isCompared(verification.answer)

/** Whether the name matches the one known for this IBAN. Empty for an unknown IBAN. */
function NameNote({ check, typed }: { check: PayeeNameCheck | null; typed: string }) {
  const t = useTranslations('transfers.nameCheck')
  if (check === null) return null
  const names = { typed, known: check.known }
  return check.match === 'same' ? (
    <Alert tone="success">{t(`${check.from}.same`)}</Alert>
  ) : (
    <Alert tone={check.match === 'close' ? 'info' : 'warning'} title={t(`${check.match}Title`)}>
      {t(`${check.from}.other`, names)}
    </Alert>
  )
}

function LowBalance({ source: { account }, plan }: Pick<TransferSummaryProps, 'source' | 'plan'>) {
  const t = useTranslations('transfers.summary')
  const locale = useLocale()
  const total = totalOf(plan)
  if (account?.balance?.currency !== 'EUR' || account.balance.amountMinor >= total) return null
  const balance = formatMoney(toMoneyView(account.balance), locale)
  return (
    <Alert tone="warning" title={t('lowTitle')}>
      {t('lowText', { balance })}
    </Alert>
  )
}

const totalOf = ({ payments }: TransferPlan) => payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
const euros = (amountMinor: bigint) => ({ amount: formatAmount({ amountMinor, currency: 'EUR' }), currency: 'EUR' })

function Facts({ source, plan, payeeBank }: Pick<TransferSummaryProps, 'source' | 'plan' | 'payeeBank'>) {
  const t = useTranslations('transfers')
  const { creditor, payments } = plan
  const remittance = (text: string) =>
    text === '' ? <span className="text-soft">{t('summary.noRemittance')}</span> : text
  const [first] = payments
  const isMany = payments.length > 1
  return (
    <DescriptionList
      items={[
        {
          term: isMany ? t('summary.total') : t('summary.amount'),
          value: <Money value={euros(totalOf(plan))} display className="text-2xl font-semibold" />,
        },
        {
          term: t('summary.to'),
          value: (
            <>
              <strong className="font-semibold">{creditor.name}</strong>
              {payeeBank ? <span className="block text-sm text-soft">{payeeBank}</span> : null}
            </>
          ),
        },
        { term: t('summary.iban'), value: <Iban value={creditor.iban} className="font-medium" /> },
        { term: t('summary.bic'), value: creditor.bic ? <span translate="no">{creditor.bic}</span> : null },
        {
          term: t('summary.from'),
          value: (
            <>
              {source.account?.name ?? t('form.chosenAtBank')}
              <span className="block text-sm text-soft">
                <BankLine bank={source.bank} iban={source.account?.iban} />
              </span>
            </>
          ),
        },
        { term: t('summary.when'), value: <WhenText plan={plan} /> },
        ...(isMany
          ? payments.map((payment, at) => ({
              key: `payment-${at}`,
              term: t('form.payment', { number: at + 1 }),
              value: (
                <>
                  <Money value={euros(payment.amountMinor)} className="font-medium" />
                  <span className="block text-sm">{remittance(payment.remittance)}</span>
                </>
              ),
            }))
          : [{ term: t('summary.remittance'), value: remittance(first?.remittance ?? '') }]),
      ]}
    />
  )
}

function WhenText({ plan: { executionDate, recurrence, isInstant } }: { plan: TransferPlan }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const sayRecurrence = useRecurrence()
  const list = useList()
  if (executionDate === null) return t(isInstant ? 'summary.todayInstant' : 'summary.todayText')
  const days = recurrence === null ? [] : firstExecutions({ ...recurrence, firstDay: executionDate }, 3)
  return (
    <>
      {formatDate(executionDate, locale, 'full')}
      {recurrence ? (
        <span className="block">
          {sayRecurrence(recurrence)}
          <span className="block text-sm">
            {t('summary.nextDays', {
              days: list(days.map(([day, count]) => formatDate(day, locale) + (count === 1 ? '' : ` (× ${count})`))),
            })}
          </span>
          <span className="block text-sm text-soft">
            {t('summary.ruleText', { rule: t(`rules.${recurrence.executionRule}`).toLowerCase() })}
          </span>
        </span>
      ) : null}
    </>
  )
}

function Departure({ draftId, source: { account, bank } }: Pick<TransferSummaryProps, 'draftId' | 'source'>) {
  const t = useTranslations('transfers.summary')
  const steps = [
    t('stepLeave', nameBank(bank.name)),
    ...(account === null ? [t('stepAccount')] : []),
    t('stepApprove'),
    t('stepBack'),
  ]
  return (
    <Card as="div" className="grid grid-cols-1 gap-5 lg:sticky lg:top-24">
      <BankHost bank={bank} />
      <div>
        <h2 className="font-semibold">{t('stepsTitle')}</h2>
        <NumberedSteps steps={steps.map(step => ({ key: step, text: step }))} />
      </div>
      <PostForm action={`/transfers/new/${draftId}/start`} className="grid grid-cols-1 gap-2">
        <Button type="submit" size="large" wide icon={<Icon name="external" className="size-4.5" />}>
          {t('go', nameBank(bank.name))}
        </Button>
        <ButtonLink href={`/transfers/new?draft=${draftId}`} variant="quiet" wide>
          {t('edit')}
        </ButtonLink>
      </PostForm>
    </Card>
  )
}
