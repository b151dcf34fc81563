import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/field.tsx'
import type { ImportPreview } from '#lib/views/import.ts'

type PreviewProps = {
  preview: ImportPreview
  overruled: ReadonlySet<number>
  onOverrule: (position: number, isNew: boolean) => void
}

/** What an import would add, leave out or refuse. */
export function PreviewResult({ preview, overruled, onOverrule }: PreviewProps) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const { problems, fresh, doubles, firstDay, lastDay, lines } = preview
  if (problems.length > 0)
    return (
      <>
        <Alert tone="warning" announce="assertive" title={t('refusedTitle')}>
          <ul className="grid gap-1">
            {problems.map(({ code, line }) => (
              <li key={`${code} ${line}`}>
                {line === null ? null : <strong className="font-semibold">{t('line', { line })} </strong>}
                {t(`problems.${code}`)}
              </li>
            ))}
          </ul>
        </Alert>
        <LeftOut notes={preview.notes} />
      </>
    )
  return (
    <section aria-labelledby="preview-title">
      <h3 id="preview-title" className="font-semibold">
        {t('previewTitle')}
      </h3>
      <p role="status" className="mt-1">
        {t('summary', { fresh, doubles })}{' '}
        {firstDay && lastDay
          ? t('span', { from: formatDate(firstDay, locale), to: formatDate(lastDay, locale) })
          : null}
      </p>
      <Checks preview={preview} />
      <LeftOut notes={preview.notes} />
      <section
        className="mt-3 max-h-96 overflow-auto rounded-xl border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        aria-label={t('shown', { count: lines.length })}
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{t('shown', { count: lines.length })}</caption>
          <thead className="sticky top-0 bg-sunken text-left">
            <tr>
              {(['day', 'label', 'amount', 'state'] as const).map(head => (
                <th key={head} scope="col" className={`px-3 py-2 font-medium ${head === 'amount' ? 'text-right' : ''}`}>
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(({ position, day, label, amount, currency, twin }) => (
              <tr key={position}>
                <td className="px-3 py-2 align-top whitespace-nowrap">{formatDate(day, locale, 'short')}</td>
                <td className="max-w-56 px-3 py-2 align-top">
                  <bdi className="block truncate">{label}</bdi>
                  {twin ? (
                    <span className="block text-soft">
                      {t(twin.fileName === null ? 'twinOfBank' : 'twinOfFile', {
                        day: formatDate(twin.day, locale, 'short'),
                        label: twin.label,
                        file: twin.fileName ?? '',
                      })}
                    </span>
                  ) : null}
                </td>
                <td className="px-3 py-2 text-right align-top">
                  <Money value={{ amount, currency }} signed />
                </td>
                <td className="flex flex-wrap items-center gap-x-3 px-3 py-2">
                  <Badge tone={twin && !overruled.has(position) ? 'neutral' : 'success'}>
                    {t(twin && !overruled.has(position) ? 'isDouble' : 'isNew')}
                  </Badge>
                  {twin ? (
                    <Checkbox
                      label={t('overrule')}
                      checked={overruled.has(position)}
                      onChange={event => onOverrule(position, event.target.checked)}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** The file against its own balance, what is stored, and what is usual. */
function Checks({ preview: { balance, beside, gap, overlap, hints, lines } }: { preview: ImportPreview }) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const daysOf = ({ from, to }: { from: string; to: string }) => ({
    from: formatDate(from, locale),
    to: formatDate(to, locale),
  })
  const moneyOf = (amount: string) => formatMoney({ amount, currency: lines[0]?.currency ?? 'EUR' }, locale)
  const differs = balance !== null && Number(balance.difference ?? 0) !== 0
  const isBesideOff = Number(beside ?? 0) !== 0
  const warnings = [
    ...hints.map(hint => t(`hints.${hint}`)),
    ...(differs
      ? [t('balanceOff', { closing: moneyOf(balance.closing), difference: moneyOf(balance.difference ?? '0') })]
      : []),
    ...(balance && isBesideOff
      ? [t('besideOff', { closing: moneyOf(balance.closing), difference: moneyOf((beside ?? '0').replace('-', '')) })]
      : []),
    ...(balance?.line ? [t('balanceBreaks', { line: balance.line })] : []),
    ...(gap ? [t('gap', daysOf(gap))] : []),
  ]
  return (
    <>
      {warnings.length > 0 ? (
        <Alert tone="warning" className="mt-3">
          <ul className="grid gap-1">
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {balance?.difference && !differs ? <p className="mt-1 text-soft">{t('balanceFits')}</p> : null}
      {beside !== null && !isBesideOff ? <p className="mt-1 text-soft">{t('besideFits')}</p> : null}
      {overlap ? <p className="mt-1 text-soft">{t('overlap', daysOf(overlap))}</p> : null}
    </>
  )
}

function LeftOut({ notes }: Pick<ImportPreview, 'notes'>) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  if (notes.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <p className="font-semibold">{t('leftOut')}</p>
      <ul className="text-soft">
        {notes.map(({ code, count, lines }) => (
          <li key={code}>
            {t(`notes.${code}`, { count })}{' '}
            {t('noteLines', { lines: list.format(lines.map(String)), more: count > lines.length ? 1 : 0 })}
          </li>
        ))}
      </ul>
    </div>
  )
}
