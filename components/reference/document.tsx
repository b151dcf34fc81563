import { type OpenapiDocument, renderReference } from '@guichet/api-reference/render-reference.ts'
import { useLocale, useTranslations } from 'next-intl'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { scenariosPage } from '#lib/views/v1/scenarios.ts'
import { Marked } from './marked.tsx'

const rules = ['auth', 'idempotency', 'problems', 'limits', 'paging', 'webhooks', 'client'] as const

type ReferenceProps = { document: OpenapiDocument; steps: ReactNode; senders: readonly string[] }

type Noted = Parameters<typeof renderReference<ReactElement>>[1]['noteOf']

/** Operations, events and schemas of a document. */
function useReference(document: OpenapiDocument, noteOf: Noted): ReactElement {
  const t = useTranslations('keys.reference')
  return renderReference<ReactElement>(document, {
    createElement,
    words: {
      operations: t('contents'),
      parameters: t('parameters'),
      body: t('body'),
      answers: t('answers'),
      answerBody: t('body'),
      example: t('errors.example'),
      events: t('events'),
      schemas: t('schemas'),
      name: t('name'),
      where: t('where'),
      type: t('type'),
      meaning: t('about'),
      status: t('status'),
      headers: t('headers'),
      required: t('required'),
      none: t('none'),
      path: t('path'),
      query: t('query'),
      header: t('header'),
    },
    say: sentence => sentence,
    marksEnglish: useLocale() !== 'en',
    noteOf,
  })
}

const frame = 'mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-10 sm:px-6'

/** The OpenAPI document of the data API as a page. */
export function DataReference({ document }: { document: OpenapiDocument }) {
  const t = useTranslations('keys.reference')
  const reference = useReference(document, operation => `\`${operation.operationId}\``)
  return (
    <div className={frame}>
      <PageHeader
        title={t('data.title')}
        lead={`${t('data.lead')} ${t('english')}`}
        actions={
          <ButtonLink href="/api/data/v1/openapi.json" variant="secondary">
            {t('document')}
          </ButtonLink>
        }
      />
      {reference}
    </div>
  )
}

/** The OpenAPI document of the API v1 as a page, generated from it, below the first steps. */
export function ApiReference({ document, steps, senders }: ReferenceProps) {
  const t = useTranslations('keys.reference')
  const words = useTranslations('scenarios')
  const reference = useReference(
    document,
    operation => `\`${operation.operationId}\` · ${t('scope')} \`${operation['x-scope']}\``,
  )
  return (
    <div className={frame}>
      <PageHeader
        title={t('title')}
        lead={`${t('lead')} ${t('english')}`}
        actions={
          <ButtonLink href="/api/v1/openapi.json" variant="secondary">
            {t('document')}
          </ButtonLink>
        }
      />
      <Card titleId="start" title={t('start')}>
        {steps}
        <h2 className="mt-10 text-lg font-semibold">{t('rules')}</h2>
        <ul className="mt-3 grid gap-2">
          {rules.map(rule => (
            <li key={rule}>
              <Marked text={t(rule)} />
            </li>
          ))}
          <li>
            <Marked
              text={t(senders.length > 0 ? 'senders' : 'sendersUntold', {
                senders: senders.map(sender => `\`${sender}\``).join(', '),
              })}
            />
          </li>
        </ul>
        <p className="mt-3">
          <Link href="/docs/api/errors" className="link">
            {t('errors.title')}
          </Link>
          {' · '}
          <Link href={scenariosPage} className="link">
            {words('title')}
          </Link>
          {' · '}
          <a href="/llms.txt" className="link">
            llms.txt
          </a>
        </p>
      </Card>
      {reference}
    </div>
  )
}
