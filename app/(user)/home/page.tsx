import { titleOf } from '#app/title-of.ts'
import { type Spark, sparkPath } from '#components/charts/spark-line.tsx'
import { HomeBoard } from '#components/home/board.tsx'
import { HomeLines } from '#components/home/lines.tsx'
import { SharedAccounts } from '#components/household/shared-accounts.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { listCategories } from '#lib/services/accounts/categories.ts'
import { readHomeMoney } from '#lib/services/home/money.ts'
import { readHome } from '#lib/services/home/read.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'
import { requireSession } from '#lib/session.ts'
import type { TrendView } from '#lib/views/home.ts'

export const generateMetadata = titleOf('home.metaTitle')

export default async function HomePage() {
  const session = await requireSession()
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
          <SharedAccounts initial={shared} />
        </ClientWords>
      ) : null}
    </>
  )
}

/** Rendered on the server, so that no page loads the code that draws it. */
function toSpark({ points, currency, change, now }: TrendView): Spark {
  return { path: sparkPath(points), currency, change, now }
}
