import { useTranslations } from 'next-intl'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { FilterButtons } from '#components/merchant/filters.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { type ApiRequestFilter, type ApiRequestLine, requestMethods, requestStatuses } from '#lib/views/api-request.ts'

const toneOf = (status: number): Tone => (status < 400 ? 'success' : status < 500 ? 'warning' : 'danger')

/** The status of an answer, with the code of its problem. */
export function StatusBadge({ status, code }: Pick<ApiRequestLine, 'status' | 'code'>) {
  return (
    <Badge tone={toneOf(status)}>
      {status}
      {code === null ? null : <span className="font-mono"> {code}</span>}
    </Badge>
  )
}

type RequestListProps = { keyId: string; requests: readonly ApiRequestLine[] }

/** Requests with a key, each row leading to its page. */
export function RequestList({ keyId, requests }: RequestListProps) {
  const t = useTranslations('keys.log')
  return (
    <ul aria-label={t('title')} className="divide-y divide-line">
      {requests.map(one => (
        <li key={one.id} className="relative grid gap-1 px-5 py-3 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Link
              href={`/keys/${keyId}/requests/${one.id}`}
              className="wrap-anywhere min-w-0 font-mono text-sm after:absolute after:inset-0 hover:underline"
            >
              <span className="font-semibold">{one.method}</span> {one.path}
            </Link>
            <StatusBadge {...one} />
          </div>
          <p className="text-sm text-soft">
            <RelativeTime value={one.at} /> · {t('took', { ms: one.durationMs })} · {one.address}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Filters of the list as a plain form. */
export function RequestFilter({ keyId, filter }: { keyId: string; filter: ApiRequestFilter }) {
  const t = useTranslations('keys.log')
  const { status = null, method = null, path = '' } = filter
  const isFiltered = status !== null || method !== null || path !== ''
  const statuses = requestStatuses.map(one => [one, t(`statuses.${one}`)] as const)
  const methods = requestMethods.map(one => [one, one] as const)
  return (
    <search>
      <form
        action={`/keys/${keyId}`}
        method="get"
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        <SelectField name="status" label={t('status')} none={t('any')} defaultValue={status ?? ''} choices={statuses} />
        <SelectField name="method" label={t('method')} none={t('any')} defaultValue={method ?? ''} choices={methods} />
        <TextField name="path" label={t('path')} defaultValue={path} maxLength={100} />
        <FilterButtons apply={t('filter')} clear={isFiltered ? t('clear') : null} page={`/keys/${keyId}`} />
      </form>
    </search>
  )
}
