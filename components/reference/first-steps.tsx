import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import {
  commandOf,
  exampleReturnUrl,
  type SampleLanguage,
  type SampleStep,
  sampleLanguages,
  sampleNames,
  samplesIn,
} from '#lib/views/v1/samples.ts'
import { Marked } from './marked.tsx'

/** What the steps know of a signed-in reader's organisation. */
export type StepsReader = {
  /** Whether it has an account to be paid to. */
  readonly hasAccount: boolean
  /** Its first registered return address. */
  readonly returnUrl: string | null
  /** Makes a test key. */
  readonly keyMaker: ReactNode
}

type FirstStepsProps = {
  /** The address of the API. */
  api: string
  language: SampleLanguage
  /** Null for readers who can't make keys. */
  reader: StepsReader | null
}

/** The way to a first paid session, with programs that run as they are. The language is chosen by a link: no script is needed. */
export function FirstSteps({ api, language, reader }: FirstStepsProps) {
  const t = useTranslations('keys.reference.steps')
  const returnUrl = reader?.returnUrl ?? null
  const samples = samplesIn(language, { api, returnUrl: returnUrl ?? exampleReturnUrl })
  const { origin, hostname } = new URL(api)
  const isHere = /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(hostname)
  const guichet = (command: string, args: string) =>
    isHere ? `npm run ${command} -- ${args}`.replace(/ -- $/, '') : `npx guichet-client ${command} ${args}`.trim()
  const sampleOf = (step: SampleStep) => {
    const run = commandOf(language, step)
    return (
      <>
        <CodeBlock label={t('sampleOf', { language: sampleNames[language], step: t(`titles.${step}`) })}>
          {samples[step]}
        </CodeBlock>
        {run === null ? null : (
          <p className="text-sm text-soft">
            <Marked text={t('run', { command: run })} />
          </p>
        )}
      </>
    )
  }
  const command = (text: string) => <CodeBlock label={t('command')}>{text}</CodeBlock>
  return (
    <>
      <nav aria-label={t('languages')} className="mt-3 flex flex-wrap gap-1">
        {sampleLanguages.map(one => (
          <Link
            key={one}
            href={`/docs/api?code=${one}#start`}
            aria-current={one === language ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-brand-ink hover:bg-sunken aria-[current]:bg-brand-tint"
          >
            {sampleNames[one]}
          </Link>
        ))}
      </nav>
      <ol className="mt-4 stack gap-8">
        <Step
          number={1}
          title={t('titles.key')}
          text={reader === null ? `${t('organisation')} ${t('key')}` : t('keyHere')}
        >
          {reader === null ? (
            <>
              <div>
                <ButtonLink href="/organisation/new" variant="secondary">
                  {t('toNewOrganisation')}
                </ButtonLink>
              </div>
              {command(`export GUICHET_ORIGIN=${origin} GUICHET_KEY=gk_test_…`)}
            </>
          ) : (
            reader.keyMaker
          )}
        </Step>
        <Step
          number={2}
          title={t('titles.address')}
          text={[
            ...(reader?.hasAccount ? [] : [t('account', { iban: exampleIban })]),
            returnUrl === null ? t('address', { url: exampleReturnUrl }) : t('addressKnown', { url: returnUrl }),
          ].join(' ')}
        >
          {reader !== null && (returnUrl === null || !reader.hasAccount) ? (
            <div>
              <ButtonLink href={`/organisation#${reader.hasAccount ? 'returns' : 'account'}`} variant="secondary">
                {t('toOrganisation')}
              </ButtonLink>
            </div>
          ) : null}
        </Step>
        <Step number={3} title={t('titles.session')} text={t('session', { id: sessionPlaceholder })}>
          {sampleOf('session')}
        </Step>
        <Step
          number={4}
          title={t('titles.webhook')}
          text={`${t(language === 'curl' ? 'webhookCurl' : 'webhook')} ${isHere ? t('folder') : ''}`.trim()}
        >
          {command(guichet('listen', language === 'curl' ? '' : '--forward-to localhost:4242/webhook'))}
          {language === 'curl' ? (
            <p className="text-soft">
              <Marked text={t('endpoint')} />
            </p>
          ) : (
            command('export GUICHET_SECRET=whsec_…')
          )}
          {sampleOf('webhook')}
        </Step>
        <Step number={5} title={t('titles.pay')} text={t('pay')}>
          {command(`export SESSION_ID=…\n${guichet('trigger', 'payment.executed --session $SESSION_ID')}`)}
          {sampleOf('pay')}
        </Step>
      </ol>
    </>
  )
}

const exampleIban = 'DE89 3704 0044 0532 0130 00'
const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

type StepProps = { number: number; title: string; text: string; children?: ReactNode }

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="stack gap-3">
      <div>
        <h3 className="font-semibold">
          {number}. {title}
        </h3>
        <p className="wrap-anywhere mt-1 text-soft">
          <Marked text={text} />
        </p>
      </div>
      {children}
    </li>
  )
}
