import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { queryIn } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { AppForm } from '#components/apps/form.tsx'
import { ButtonAnchor } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { answerAddress } from '#lib/domain/apps/oauth.ts'
import { issuer, listOffers } from '#lib/services/apps/allow.ts'
import { readAuthorizing } from '#lib/services/apps/oauth.ts'

export const generateMetadata = titleOf('apps.share')

/** An app asks to read accounts; the person chooses. */
export default userPage(async ({ session, query, one }) => {
  const { fault, field, ...request } = Object.fromEntries(queryIn(query))
  const [authorizing, t] = await Promise.all([readAuthorizing(request), getTranslations('apps')])
  if (authorizing.is === 'refused') {
    const { name, redirectUri, state, error } = authorizing
    const { error: code, description } = error
    const back = answerAddress(redirectUri, { error: code, error_description: description, state, iss: issuer() })
    // Anybody can register an address: nobody is led there without having seen it.
    const action = <ButtonAnchor href={back}>{t('authorize.back', { host: hostOf(redirectUri) })}</ButtonAnchor>
    return (
      <EmptyState level={1} title={t('authorize.refused', { name })} action={action}>
        {t('authorize.refusedText')}
      </EmptyState>
    )
  }
  if (authorizing.is !== 'asked')
    return (
      <EmptyState level={1} title={t('authorize.unknown')}>
        {t('authorize.unknownText')}
      </EmptyState>
    )
  const { name, asked } = authorizing
  const rows = await listOffers(session)
  const denied = answerAddress(asked.redirectUri, { error: 'access_denied', state: asked.state, iss: issuer() })
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('authorize.title', { name })}
        lead={t('authorize.lead', { host: hostOf(asked.redirectUri) })}
      />
      {rows.length > 0 ? (
        <AppForm
          action="/oauth/authorize/choose"
          back={denied}
          rows={rows}
          typed={{ name }}
          error={one('fault')}
          field={field ?? null}
          keepsName
          asked={asked.grants}
          sends={{ request: new URLSearchParams(request).toString() }}
        />
      ) : (
        <EmptyState title={t('form.noneTitle')} action={<ButtonLink href="/link">{t('form.link')}</ButtonLink>}>
          {t('authorize.none', { name })}
        </EmptyState>
      )}
    </div>
  )
})

/** Of a scheme of its own, the whole address. */
const hostOf = (redirectUri: string) => new URL(redirectUri).host || redirectUri
