import type { ReactNode } from 'react'
import { Money } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { SharedAccountView } from '#lib/views/household.ts'

type AccountHeadProps = {
  account: Pick<SharedAccountView, 'bank' | 'name' | 'mainBalance'>
  /** Text of the link back to all accounts. */
  back: string
  /** Shown under the name. */
  line: ReactNode
  /** Shown above the balance. */
  balanceLabel?: ReactNode
  noBalance: string
  readAt: ReactNode
  children: ReactNode
}

/** The head of an account's page: link back, name, balance, and time of the last refresh. */
export function AccountHead({ account, back, line, balanceLabel, noBalance, readAt, children }: AccountHeadProps) {
  const { bank, name, mainBalance } = account
  return (
    <header className="mb-6">
      <Link
        href="/home"
        className="mb-3 inline-flex min-h-9 items-center gap-1 text-sm text-soft hover:text-ink hover:underline"
      >
        <Icon name="chevronRight" className="size-4 rotate-180" />
        {back}
      </Link>
      <Card as="div" className="grid grid-cols-1 gap-6 sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
        <div className="min-w-0">
          <div className="flex items-center gap-4">
            <BankLogo bank={bank} size="large" />
            <div className="min-w-0">
              <h1 className="line-clamp-3 wrap-anywhere text-2xl font-semibold sm:text-[1.75rem]">
                <bdi>{name}</bdi>
              </h1>
              {line}
            </div>
          </div>
          {children}
        </div>
        <div className="md:text-right">
          {balanceLabel}
          {mainBalance ? (
            <p className="text-[2.5rem] leading-tight font-semibold tracking-[-0.03em] sm:text-5xl">
              <Money value={mainBalance.amount} className="proportional-nums!" />
            </p>
          ) : (
            <p className="text-xl font-semibold">{noBalance}</p>
          )}
          <p className="mt-1 text-sm text-soft">{readAt}</p>
        </div>
      </Card>
    </header>
  )
}
