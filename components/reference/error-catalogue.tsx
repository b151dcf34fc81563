import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { type ApiErrorCode, apiErrorCodes, apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import { Marked } from './marked.tsx'

/** The text of an error in the reader's language. */
function useErrorText() {
  const isFrench = useLocale() === 'fr'
  return (code: ApiErrorCode) => (isFrench ? setFrenchSpaces(apiErrors[code].fr) : apiErrors[code].en)
}

/** The errors of the API v1 from their table. */
export function ErrorCatalogue() {
  const t = useTranslations('keys.reference.errors')
  const textOf = useErrorText()
  return (
    <ReferencePage title={t('title')} lead={t('lead')}>
      <Card aria-label={t('title')}>
        <ul className="divide-y divide-line">
          {apiErrorCodes.map(code => (
            <li key={code} className="grid gap-x-4 py-3 sm:grid-cols-[4rem_minmax(0,1fr)]">
              <span className="text-soft tabular-nums">{apiErrors[code].status}</span>
              <span>
                <Link href={errorPage(code)} className="link font-mono text-sm underline-offset-4">
                  {code}
                </Link>
                <span className="block text-soft">{textOf(code).title}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </ReferencePage>
  )
}

export function ErrorPage({ code }: { code: ApiErrorCode }) {
  const t = useTranslations('keys.reference.errors')
  const { title, cause, remedy } = useErrorText()(code)
  const { status } = apiErrors[code]
  const example = exampleOf(code)
  return (
    <ReferencePage title={code} lead={`${status} · ${title}`} steps={[{ href: '/docs/api/errors', label: t('title') }]}>
      <Card titleId="cause" title={t('cause')}>
        <p className="mt-2">
          <Marked text={cause} />
        </p>
        <h2 className="mt-6 text-lg font-semibold">{t('remedy')}</h2>
        <p className="mt-2">
          <Marked text={remedy} />
        </p>
        <h2 className="mt-6 text-lg font-semibold">{t('example')}</h2>
        <div className="mt-2">
          <CodeBlock label={t('example')}>{JSON.stringify(example, null, 2)}</CodeBlock>
        </div>
      </Card>
    </ReferencePage>
  )
}

/** The answer itself, which is in English. */
function exampleOf(code: ApiErrorCode) {
  const { status, en } = apiErrors[code]
  return { type: errorPage(code), title: en.title, status, code, detail: `${en.cause} ${en.remedy}` }
}

type ReferencePageProps = {
  title: string
  lead: string
  /** The pages between the reference and this one. */
  steps?: readonly { href: string; label: string }[]
  children: ReactNode
}

/** A page that belongs to the reference of the API v1, with the way back to it. */
export function ReferencePage({ title, lead, steps = [], children }: ReferencePageProps) {
  const t = useTranslations('keys.reference.errors')
  const reference = { href: '/docs/api', label: t('reference') }
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-10 sm:px-6">
      <PageHeader title={title} lead={lead} steps={[reference, ...steps]} />
      {children}
    </div>
  )
}
