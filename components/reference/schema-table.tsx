import { useTranslations } from 'next-intl'

/** JSON Schema as far as our document uses it. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** A type in words of JSON Schema: `string (uuid)`, `PaymentAttempt[]`. */
export function nameType(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(one => JSON.stringify(one)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(nameType).join(' | ')
  if (schema.type === 'array') return `${nameType(schema.items ?? {})}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? '')
  return schema.format ? `${type} (${schema.format})` : type
}

function boundsOf({ maxLength, minimum, maximum, default: fallback }: Schema): string {
  const bounds = [
    maxLength === undefined ? '' : `≤ ${maxLength} characters`,
    minimum === undefined ? '' : `≥ ${minimum}`,
    maximum === undefined ? '' : `≤ ${maximum}`,
    fallback === undefined ? '' : `default ${JSON.stringify(fallback)}`,
  ]
  return bounds.filter(Boolean).join(', ')
}

/** Members of an object, one a row; objects inside it are indented under their name. */
export function SchemaTable({ schema, label }: { schema: Schema; label: string }) {
  const t = useTranslations('keys.reference')
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-xl border border-line"
    >
      <table className="w-full min-w-136 text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            <th className="px-3 py-2 font-medium">{t('name')}</th>
            <th className="px-3 py-2 font-medium">{t('type')}</th>
            <th className="px-3 py-2 font-medium">{t('about')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          <Rows schema={schema} path="" />
        </tbody>
      </table>
    </section>
  )
}

function Rows({ schema, path }: { schema: Schema; path: string }) {
  const t = useTranslations('keys.reference')
  return Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const inner = member.type === 'array' ? member.items : member
    const full = `${path}${name}`
    return [
      <tr key={full}>
        <td className="px-3 py-2">
          <code className="font-mono">{full}</code>
          {schema.required?.includes(name) ? <span className="block text-xs text-soft">{t('required')}</span> : null}
        </td>
        <td className="min-w-20 max-w-72 px-3 py-2 wrap-break-word">
          <code className="font-mono text-soft">{nameType(member)}</code>
        </td>
        <td className="px-3 py-2 text-soft">
          {[member.description?.replaceAll('`', ''), boundsOf(member)].filter(Boolean).join(' ')}
        </td>
      </tr>,
      inner?.properties ? (
        <Rows key={`${full}.`} schema={inner} path={`${full}${member.type === 'array' ? '[]' : ''}.`} />
      ) : null,
    ]
  })
}
