import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText } from '#components/format/value.tsx'
import { StatusBadge } from '#components/keys/request-list.tsx'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readApiKey } from '#lib/services/merchant/api-keys.ts'
import { readRequest } from '#lib/services/merchant/api-log.ts'
import { errorPage } from '#lib/views/v1/errors.ts'

export const generateMetadata = titleOf('keys.log.one')

export default memberPage('key.read', async ({ id, part, actor }) => {
  const requestId = part('requestId')
  const [t, words, key, request] = await Promise.all([
    getTranslations('keys.log'),
    getTranslations('keys'),
    readApiKey(actor, id),
    readRequest(actor, id, requestId),
  ])
  const items = [
    { term: t('at'), value: <DateText value={request.at} style="moment" /> },
    { term: t('path'), value: mono(request.path) },
    { term: t('duration'), value: t('took', { ms: request.durationMs }) },
    { term: t('requestId'), value: mono(request.requestId) },
    { term: t('address'), value: mono(request.address) },
  ]
  return (
    <>
      <PageHeader
        steps={[
          { href: '/keys', label: words('title') },
          { href: `/keys/${id}`, label: key.name },
        ]}
        current={t('one')}
        title={<span className="wrap-anywhere">{`${request.method} ${request.path.split('?')[0]}`}</span>}
        actions={<StatusBadge {...request} />}
      />
      <div className="stack gap-6">
        <Card>
          <DescriptionList items={items} />
          {request.code === null ? null : (
            <ButtonLink href={errorPage(request.code)} variant="secondary" size="small" className="mt-4">
              {t('about', { code: request.code })}
            </ButtonLink>
          )}
        </Card>
        {(['request', 'response'] as const).map(part => (
          <Card key={part} titleId={part} title={t(part)} text={part === 'request' ? t('masked') : undefined}>
            <MaskedBody text={request[part]} none={t('noBody')} />
          </Card>
        ))}
      </div>
    </>
  )
})

const mono = (text: string) => <code className="wrap-anywhere font-mono text-sm">{text}</code>

/** A body of the log, indented if it is whole: a long one was cut and is no JSON any more. */
function MaskedBody({ text, none }: { text: string | null; none: string }) {
  if (text === null) return <p className="mt-3 text-soft">{none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe scrollable-region-focusable)
    <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-lg bg-sunken p-4 font-mono text-sm">
      {indented(text)}
    </pre>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
