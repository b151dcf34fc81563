import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { nullIf, orNotFound } from '#app/open-page.ts'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { TransferForm } from '#components/transfers/form.tsx'
import { SourceList } from '#components/transfers/source-list.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { emptyTransfer } from '#lib/domain/payments/transfer/form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { listPayingBanks, listSources, readSource } from '#lib/services/transfers/accounts.ts'
import { banksByCode, listPayees } from '#lib/services/transfers/payees.ts'
import { readDraft } from '#lib/services/transfers/send.ts'

export const generateMetadata = titleOf('transfers.form.title')

export default userPage(['transfers'], async ({ session: { userId }, query, one }) => {
  const t = await getTranslations('transfers')
  const way = { steps: [{ href: '/transfers', label: t('title') }], current: t('form.title') }
  const asked = { draft: one('draft'), from: one('from'), bank: one('bank'), payee: one('payee') }
  const form = await readFormProps(userId, asked)
  if (form === null) {
    const [sources, banks] = await Promise.all([listSources({ userId }), listPayingBanks()])
    return (
      <>
        <PageHeader title={t('source.title')} lead={t('source.lead')} {...way} />
        <RefusalNote code={query.error} className="mb-6" />
        <SourceList sources={sources} banks={banks} payee={one('payee')} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('form.title')} {...way} />
      <RefusalNote code={query.error} className="mb-6" />
      <div className="max-w-3xl">
        <TransferForm key={form.draftId} {...form} faults={one('check') === null ? [] : form.faults} />
      </div>
    </>
  )
})

/** An unknown bank in the address is not found. */
function unknownBankIsNone(error: unknown): never {
  throw error instanceof Refused && error.code === 'bank_unknown' ? new Refused('not_found') : error
}

type Asked = {
  readonly draft: string | null
  readonly from: string | null
  readonly bank: string | null
  readonly payee: string | null
}

/** The form's content; null before the source is chosen. */
async function readFormProps(userId: string, { draft, from, bank, payee }: Asked) {
  const source = from ?? bank
  if (draft === null && source === null) return null
  // The address has the draft's id before anything is typed, so that going back from the summary finds what was.
  if (draft === null) {
    const asked = Object.entries({ from, bank, payee, draft: randomUUID() }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    )
    redirect(`/transfers/new?${new URLSearchParams(asked)}`)
  }
  const reading = readDraft({ userId }, draft)
  const kept = await (source === null ? orNotFound(reading) : reading.catch(nullIf('not_found')))
  if (kept?.orderId) redirect(`/transfers/${kept.orderId}`)
  const start = { accountId: from, bankCode: from === null ? bank : null, locale: await getLocale() }
  // An unknown payee is ignored: the list then shows that none is chosen.
  const empty = { ...emptyTransfer(start), ...(payee ? { to: `payee:${payee.slice(0, 40)}` } : {}) }
  const typed = kept?.typed ?? empty
  const chosen = kept?.source ?? (await orNotFound(readSource({ userId }, typed).catch(unknownBankIsNone)))
  const [payees, sources, banks] = await Promise.all([listPayees({ userId }), listSources({ userId }), banksByCode()])
  const own = sources.flatMap(({ account, bank: { name } }) =>
    account?.iban && account.id !== chosen.account?.id
      ? [{ id: account.id, name: account.name, iban: account.iban, bankName: name }]
      : [],
  )
  const today = parisDay(now())
  const faults = kept?.faults ?? []
  return { draftId: draft, typed, source: chosen, faults, payees, own, banks: Object.fromEntries(banks), today }
}
