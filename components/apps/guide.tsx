import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'

/** In the order of their pictures, which e2e/door/newcomer.spec.ts takes. */
const steps = ['choose', 'copy', 'paste', 'pick', 'done'] as const

/** The way into Actual with pictures, and the same accounts by curl. */
export function AppsGuide({ origin }: { origin: string }) {
  const t = useTranslations('appsGuide')
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-10 sm:px-6">
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<ButtonLink href="/settings/apps/new">{t('share')}</ButtonLink>}
      />
      <ol className="grid gap-6">
        {steps.map(step => (
          <li key={step}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      <Card titleId="curl" title={t('curl')} text={t('curlText')} bodyClass="mt-4 grid gap-4">
        <CodeBlock label={t('curl')}>{bySimpleFin}</CodeBlock>
        <p>{t.rich('dataText', { link: words => <Reference>{words}</Reference> })}</p>
        <CodeBlock
          label={t('data')}
        >{`curl -H "Authorization: Bearer $TOKEN" ${origin}/api/data/v1/accounts`}</CodeBlock>
      </Card>
    </div>
  )
}

function Step({ step }: { step: (typeof steps)[number] }) {
  const t = useTranslations('appsGuide.steps')
  const locale = useLocale()
  return (
    <Card titleId={step} title={`${steps.indexOf(step) + 1}. ${t(`${step}.title`)}`} text={t(`${step}.text`)}>
      {/* biome-ignore lint/performance/noImgElement: as small as it is shown */}
      <img
        src={`/apps/${step}-${locale}.webp`}
        alt={t(`${step}.picture`)}
        width={1000}
        height={640}
        loading="lazy"
        className="mt-4 h-auto w-full rounded-xl border border-line"
      />
    </Card>
  )
}

function Reference({ children }: { children: ReactNode }) {
  return (
    <Link href="/docs/data" className="link">
      {children}
    </Link>
  )
}

const bySimpleFin = `access=$(curl -X POST "$(echo "$TOKEN" | base64 -d)")
curl "$access/accounts?pending=1"`
