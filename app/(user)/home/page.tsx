import { getTranslations } from 'next-intl/server'
import { HomeBoard } from '#components/home/home-board.tsx'
import { SharedAccounts } from '#components/household/shared-accounts.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { readHome } from '#lib/services/home/read.ts'
import { listShared } from '#lib/services/household/shared-accounts.ts'
import { requireSession } from '#lib/session.ts'

export async function generateMetadata() {
  return { title: (await getTranslations('home'))('metaTitle') }
}

export default async function HomePage() {
  const session = await requireSession()
  const [home, shared] = await Promise.all([readHome(session.userId), listShared(session.userId)])
  return (
    <>
      <ClientWords areas={['common', 'home']}>
        <HomeBoard initial={home} firstName={session.name.split(/\s+/)[0] ?? session.name} />
      </ClientWords>
      {shared.length > 0 ? (
        <ClientWords areas={['household']}>
          <SharedAccounts initial={shared} />
        </ClientWords>
      ) : null}
    </>
  )
}
