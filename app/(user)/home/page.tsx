import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { type Spark, sparkPath } from '#components/charts/spark-line.tsx'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { HomeBoard } from '#components/home/board.tsx'
import { SharedAccounts } from '#components/household/shared-accounts.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { LineMark, LineName } from '#components/transactions/line-name.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { isBuiltInCategory } from '#lib/domain/accounts/category.ts'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { HomeMoney, TrendView } from '#lib/views/home.ts'

export const generateMetadata = titleOf('home.metaTitle')

export default userPage(async ({ session }) => {
  const { userId } = session
  const [home, money, { categories }, shared] = await Promise.all([
    readHome(userId),
    readHomeMoney(userId),
    listCategories(userId),
    listShared(userId),
  ])
  return (
    <>
      <ClientWords areas={['accounts', 'common', 'home']}>
        <HomeBoard
          initial={home}
          firstName={session.name.split(/\s+/)[0] ?? session.name}
          totals={money.totals.map(toSpark)}
          trends={Object.fromEntries(money.accounts.map(({ id, ...trend }) => [id, toSpark(trend)]))}
          lines={<HomeLines money={money} own={categories} />}
        />
      </ClientWords>
      {shared.length > 0 ? (
        <ClientWords areas={['household']}>
          <SharedAccounts accounts={shared} />
        </ClientWords>
      ) : null}
    </>
  )
})

/** Rendered on the server, so that no page loads the code that draws it. */
function toSpark({ points, currency, change, now }: TrendView): Spark {
  return { path: sparkPath(points), currency, change, now }
}

type HomeLinesProps = { money: HomeMoney; own: readonly CategoryView[] }

/** The next transactions announced by banks, and the last ones booked; each leads to its account. */
function HomeLines({ money: { coming, latest }, own }: HomeLinesProps) {
  if (coming.length === 0 && latest.length === 0) return null
  return (
    <div className="stack content-start gap-6">
      {coming.length > 0 ? <Lines kind="coming" lines={coming} own={own} href="/insights" /> : null}
      {latest.length > 0 ? <Lines kind="latest" lines={latest} own={own} href="/transactions" /> : null}
    </div>
  )
}

type LinesProps = {
  kind: 'coming' | 'latest'
  lines: readonly TransactionView[]
  own: readonly CategoryView[]
  /** Page with the rest. */
  href: string
}

function Lines({ kind, lines, own, href }: LinesProps) {
  const t = useTranslations('home')
  const tLine = useTranslations('transactions')
  const wordOf = (category: string) =>
    isBuiltInCategory(category) ? tLine(`categories.${category}`) : tLine('ownCategory')
  return (
    <Card flush aria-labelledby={`${kind}-title`}>
      <div className="flex items-center justify-between gap-3 px-4 pt-3 sm:px-5">
        <h2 id={`${kind}-title`} className="text-lg font-semibold">
          {t(`${kind}.title`)}
        </h2>
        <Link
          href={href}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink hover:underline"
        >
          {t(`${kind}.all`)}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {lines.map(line => (
          <li key={`${line.accountId} ${line.key}`}>
            <Link
              href={`/accounts/${line.accountId}`}
              className="flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5"
            >
              <LineMark line={line} own={own} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  <LineName name={line.name} otherwise={wordOf(line.category)} />
                </span>
                <span className="block truncate text-sm text-soft">
                  <DateText
                    value={line.day}
                    style={kind === 'coming' ? 'day' : 'long'}
                    className="inline-block first-letter:uppercase"
                  />
                </span>
              </span>
              <Money value={line.amount} signed className="shrink-0 font-semibold" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
