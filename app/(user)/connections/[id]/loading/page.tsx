import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { LoadProgress } from '#components/connections/load-progress.tsx'
import { readConnection } from '#lib/services/connections/read.ts'
import { readProgress } from '#lib/services/refresh/connection.ts'

export const generateMetadata = titleOf('consent.loading.title')

export default userPage(
  ['consent', 'failures', 'failures.bankCodes', 'failures.refusals'],
  async ({ session: { userId }, id }) => {
    const connection = await readConnection({ userId }, id)
    const [progress, t] = await Promise.all([readProgress({ userId }, id), getTranslations('consent.loading')])
    return (
      <>
        <noscript>
          <p className="mb-6 rounded-2xl bg-accent-tint p-4">{t('noScript')}</p>
        </noscript>
        <LoadProgress
          connectionId={id}
          bankName={connection.bank.name}
          initial={progress}
          nameWanted={connection.consent?.psuIdentity === true && connection.psuName === null}
        />
      </>
    )
  },
)
