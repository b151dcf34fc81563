import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { readLink } from '#app/l/read-link.ts'
import { metadataOf, openPage } from '#app/open-page.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { LinkCard, linkErrors } from '#components/pay/link-card.tsx'
import { Card } from '#components/ui/card.tsx'

export const generateMetadata = metadataOf(async ({ part }) => {
  const [link, t] = await Promise.all([readLink(part('slug')), getTranslations('pay.link')])
  return { title: link ? t('metaTitle', { title: link.title }) : t('unknownTitle') }
})

/** A payment link. Loading it changes nothing, because cameras and messengers load it too. */
export default openPage(async ({ part, query: { error, wait } }) => {
  const link = await readLink(part('slug'))
  // Not `notFound`, which the framework renders in the browser alone.
  if (link === null) return <UnknownLink />
  const known = linkErrors.find(one => one === error) ?? null
  return (
    <>
      {known === null ? <RefusalNote code={error} wait={wait} className="mx-auto mb-6 max-w-xl" /> : null}
      <LinkCard link={link} error={known} />
    </>
  )
})

/** For the address of a link that there is not. */
function UnknownLink() {
  const t = useTranslations('pay.link')
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      <h1 className="text-2xl font-semibold">{t('unknownTitle')}</h1>
      <p className="mt-3">{t('unknownText')}</p>
    </Card>
  )
}
