import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { titleOf } from '#app/title-of.ts'
import { formatMoney } from '#components/format/text.ts'
import { ReferencePage } from '#components/reference/error-catalogue.tsx'
import { Marked } from '#components/reference/marked.tsx'
import { Card } from '#components/ui/card.tsx'
import {
  atBank,
  decidingAmounts,
  deskPayeeAnswers,
  deskSettings,
  payerDecisions,
  simulated,
  simulatedAfter,
} from '#lib/views/v1/scenarios.ts'

export const generateMetadata = titleOf('scenarios.title')

export default function ScenariosPage() {
  return <ScenarioTables />
}

/** What makes each outcome in test mode, from the table that the sandbox banks and the tests use. */
function ScenarioTables() {
  const t = useTranslations('scenarios')
  const pay = useTranslations('pay.choose')
  const locale = useLocale()
  return (
    <ReferencePage title={t('title')} lead={t('lead')}>
      <Scenarios
        title={t('apiTitle')}
        text={t('apiText')}
        head={[t('what'), t('how'), t('events')]}
        rows={[
          ...simulated.map(({ outcome, amount, payment, refund }) => [
            t(`simulated.${amount ?? outcome}`),
            <Marked key="how" text={`\`${outcome}\`${amount === undefined ? '' : ', `amount`'}`} />,
            <Names key="events" names={[...payment, ...refund]} />,
          ]),
          ...simulatedAfter.map(({ outcome, payment, refund }) => [
            t(`after.${outcome}`),
            <Marked key="how" text={`\`pending\`, \`${outcome}\``} />,
            <Names key="events" names={[...payment, ...refund]} />,
          ]),
        ]}
      />
      <Scenarios
        title={t('payerTitle')}
        text={t('payerText')}
        head={[t('how'), t('events')]}
        rows={payerDecisions.map(decision => [
          <Marked key="how" text={t(`payer.${decision}`)} />,
          <Names key="events" names={atBank[decision]} />,
        ])}
      />
      <Scenarios
        title={t('amountsTitle')}
        text={t('amountsText')}
        head={[t('amount'), t('what'), t('reason'), t('events')]}
        rows={decidingAmounts.map(({ amount, stage, reason, events, [locale]: meaning }) => [
          formatMoney({ amount, currency: 'EUR' }, locale),
          t(`stages.${stage}`),
          reason === null ? '' : <Marked key="reason" text={`\`${reason}\` ${meaning}`} />,
          <Names key="events" names={events} />,
        ])}
      />
      <Scenarios
        title={t('deskTitle')}
        text={t('deskText')}
        head={[t('what'), t('how'), t('events')]}
        rows={deskSettings.map(({ id, call, body, events }) => [
          t(`desk.${id}`),
          <Marked key="how" text={`\`${call}\` \`${JSON.stringify(body)}\``} />,
          <Names key="events" names={events} />,
        ])}
      />
      <Scenarios
        title={t('payeeTitle')}
        text={t('payeeText')}
        head={[t('answer'), t('merchantReads'), t('payerReads')]}
        rows={deskPayeeAnswers.map(({ answer, finding }) => [
          <Marked key="answer" text={`\`${answer}\``} />,
          t(`merchant.${answer}`),
          pay(`holderChecks.${finding}`, { day: '…' }),
        ])}
      />
    </ReferencePage>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return <Marked text={names.map(name => `\`${name}\``).join(', ')} />
}

type ScenariosProps = {
  title: string
  text: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

function Scenarios({ title, text, head, rows }: ScenariosProps) {
  return (
    <Card className="mt-6" title={title} text={<Marked text={text} />}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        aria-label={title}
        className="mt-4 overflow-x-auto"
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="text-left">
            <tr>
              {head.map(one => (
                <th key={one} scope="col" className="px-3 py-2 font-medium">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a fixed table never change places
              <tr key={at}>
                {cells.map((cell, column) => (
                  <td key={head[column]} className="px-3 py-2 align-top">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
