import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readAuthQuery } from '#components/auth/query.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { SecondFactorPanel } from '#components/settings/second-factor-panel.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { readNewSecret, readSecondFactor } from '#lib/services/people/second-factor.ts'
import { requireSession } from '#lib/session.ts'

type SecondFactorPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('settings.secondFactor.title')

export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const session = await requireSession()
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/second-factor')
  const [query, view, made] = await Promise.all([
    queryOf(searchParams),
    readSecondFactor(session),
    readNewSecret(session, session.email),
  ])
  const { error, wait } = readAuthQuery(query)
  const t = await getTranslations('settings')
  return (
    <ClientWords areas={['common', 'settings']}>
      <SecondFactorPanel
        view={view}
        made={made && { secret: made.secret, qr: <QrCode text={made.address} label={t('secondFactor.qr')} /> }}
        error={query.error === 'wrong_code' ? 'wrong_code' : error}
        wait={wait}
      />
    </ClientWords>
  )
}
