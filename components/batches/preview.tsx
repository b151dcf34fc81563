import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Alert } from '#components/ui/card.tsx'
import { CheckedRows } from '#components/ui/checked-rows.tsx'
import type { LinkBatchPreview } from '#lib/views/link-batch.ts'

type PreviewProps = { preview: LinkBatchPreview }

/** What is wrong with a table, by line and column. */
export function BatchIssues({ preview: { problem, issues, issueCount } }: PreviewProps) {
  const t = useTranslations('batches')
  if (problem !== null) {
    return (
      <Alert tone="warning" announce="assertive">
        {t(`problems.${problem}`)}
      </Alert>
    )
  }
  if (issueCount === 0) return null
  return (
    <Alert tone="warning" announce="assertive" title={t('issuesTitle', { count: issueCount })}>
      <ul className="grid gap-1">
        {issues.map(({ line, field, fault, of = 0 }) => (
          <li key={`${line} ${field} ${fault}`}>
            <strong className="font-semibold">
              {field === null ? t('issueRow', { line }) : t('issue', { line, field: t(`fields.${field}`) })}
            </strong>{' '}
            {t(`faults.${fault}`, { of })}
          </li>
        ))}
      </ul>
      {issueCount > issues.length ? <p className="mt-2">{t('issuesMore', { count: issues.length })}</p> : null}
    </Alert>
  )
}

const shown = ['line', 'name', 'title', 'amount', 'expiresOn'] as const

/** The links that a table would make. */
export function BatchRows({ preview: { rows, count, sum, mailed } }: PreviewProps) {
  const t = useTranslations('batches')
  const locale = useLocale()
  return (
    <section aria-labelledby="batch-preview">
      <h3 id="batch-preview" className="font-semibold">
        {t('preview')}
      </h3>
      <p role="status" className="mt-1">
        {t('summary', { count, sum: formatMoney(sum, locale), mailed })}
      </p>
      <CheckedRows
        caption={t('shown', { count: rows.length })}
        heads={shown.map(key => ({
          key,
          text: key === 'line' ? t('line') : t(`fields.${key}`),
          end: key === 'amount',
        }))}
      >
        {rows.map(({ line, name, email, title, reference, amount, expiresOn }) => (
          <tr key={line}>
            <td className="tabular px-3 py-2 align-top text-soft">{line}</td>
            <td className="px-3 py-2 align-top wrap-anywhere">
              <bdi>{name}</bdi>
              {email === null ? null : <span className="block text-soft">{email}</span>}
            </td>
            <td className="px-3 py-2 align-top wrap-anywhere">
              <bdi>{title}</bdi>
              {reference === null ? null : <span className="block text-soft">{reference}</span>}
            </td>
            <td className="px-3 py-2 text-right align-top">
              <Money value={amount} />
            </td>
            <td className="px-3 py-2 align-top whitespace-nowrap">
              {expiresOn === null ? null : formatDate(expiresOn, locale, 'short')}
            </td>
          </tr>
        ))}
      </CheckedRows>
    </section>
  )
}
