'use client'

import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { usePolled } from '#components/query/use-polled.ts'
import { PostButton, Spinner } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert } from '#components/ui/card.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import { isSaleOver, mayCancelSale, type SaleState } from '#lib/domain/payments/order/till.ts'
import type { SaleView } from '#lib/views/till.ts'
import { playPaid, readySound } from './sound.ts'

type Look = { readonly icon: IconName; readonly box: string }
const wait: Look = { icon: 'clock', box: 'border-line bg-surface' }
const bad: Look = { icon: 'warning', box: 'border-transparent bg-accent-tint text-accent-ink' }
const looks: Record<SaleState, Look> = {
  waiting: wait,
  paying: wait,
  failed: bad,
  accepted: { icon: 'clock', box: 'border-transparent bg-info-tint text-info' },
  paid: { icon: 'success', box: 'border-transparent bg-positive text-paper' },
  unclear: bad,
  cancelled: bad,
  expired: bad,
}

const showsCode = (state: SaleState) => state === 'waiting' || state === 'paying' || state === 'failed'

type SaleBoardProps = { sale: SaleView; organisation: string /** The code. */; children: ReactNode }

/** One sale, followed until it is over: the code for the customer, and what became of it, to be seen and heard across a counter. */
export function SaleBoard({ sale: first, organisation, children }: SaleBoardProps) {
  const t = useTranslations('till')
  const locale = useLocale()
  // Without a connection the last answer stays, and the next one brings what happened meanwhile.
  const { view: sale, hasFailed } = usePolled(
    `/api/merchant/till/${first.id}?organisation=${organisation}`,
    first,
    ({ state }) => (isSaleOver(state) ? null : 2_000),
  )
  const { state } = sale
  const { icon, box } = looks[state]
  const amount = formatMoney(sale.amount, locale)
  const values = { amount, until: sale.expiresAt === null ? '' : formatDate(sale.expiresAt, locale, 'time') }
  return (
    <div className="mx-auto grid max-w-xl gap-5">
      {hasFailed ? (
        <Alert tone="warning" title={t('lost')} announce="polite">
          {t('lostText')}
        </Alert>
      ) : null}
      <section className={clsx('grid justify-items-center gap-4 rounded-3xl border p-6 text-center', box)}>
        <p className="tabular text-5xl font-semibold">{amount}</p>
        {sale.note === null ? null : <p className="wrap-anywhere">{sale.note}</p>}
        {showsCode(state) ? <div className="w-full max-w-96 rounded-2xl bg-white p-2">{children}</div> : null}
        <div role="status" className="grid justify-items-center gap-1">
          {state === 'paying' ? (
            <Spinner className="size-8" />
          ) : (
            <Icon name={icon} className={state === 'paid' ? 'size-24' : 'size-10'} />
          )}
          <h1 className="text-3xl font-semibold">{t(`states.${state}.title`)}</h1>
          <p className="max-w-md">{t(`states.${state}.text`, values)}</p>
        </div>
        <p className="text-sm">{sale.reference}</p>
      </section>
      <Steps sale={sale} organisation={organisation} />
    </div>
  )
}

function Steps({ sale: { id, state }, organisation }: { sale: SaleView; organisation: string }) {
  const t = useTranslations('till')
  const isWaiting = showsCode(state)
  return (
    <div className="grid gap-3">
      <Link
        href="/till"
        className={buttonClass({ size: 'large', wide: true, variant: isWaiting ? 'secondary' : 'primary' })}
      >
        {t(isWaiting ? 'toTill' : 'next')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Sound state={state} />
        {mayCancelSale(state) ? (
          <PostButton action={`/till/${id}/cancel`} sends={{ organisation }} variant="quiet">
            {t('cancel')}
          </PostButton>
        ) : null}
      </div>
    </div>
  )
}

/** For as long as the window is open. */
let isMutedHere = false

/** Plays once when the sale becomes paid before one’s eyes. */
function Sound({ state }: { state: SaleState }) {
  const t = useTranslations('till')
  const [isMuted, setIsMuted] = useState(isMutedHere)
  const before = useRef(state)
  useEffect(() => {
    if (state === 'paid' && before.current !== 'paid' && !isMutedHere) playPaid()
    before.current = state
  }, [state])
  const toggle = () => {
    readySound()
    isMutedHere = !isMuted
    setIsMuted(isMutedHere)
  }
  return (
    <ScriptedButton aria-pressed={!isMuted} onClick={toggle} className={buttonClass({ variant: 'quiet' })}>
      {t(isMuted ? 'soundOff' : 'soundOn')}
    </ScriptedButton>
  )
}
