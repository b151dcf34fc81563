import { useTranslations } from 'next-intl'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameType, type Schema, SchemaTable } from './schema-table.tsx'

type Described = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-scope': string
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly schema: Schema
    readonly required: boolean
  }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } }>
  >
}

export type OpenapiDocument = {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const rules = ['auth', 'idempotency', 'problems', 'limits', 'paging', 'webhooks', 'client'] as const

/** The OpenAPI document as a page: nothing of it is written twice. */
export function ApiReference({ document }: { document: OpenapiDocument }) {
  const t = useTranslations('keys.reference')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const origin = document.servers[0]?.url ?? ''
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6">
      <PageHeader
        title={t('title')}
        lead={`${t('lead')} ${t('english')}`}
        actions={
          <ButtonLink href="/api/v1/openapi.json" variant="secondary" prefetch={false}>
            {t('document')}
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav
          aria-label={t('contents')}
          className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
        >
          <ul className="grid gap-0.5 text-sm">
            {operations.map(({ operation: { operationId } }) => (
              <li key={operationId}>
                <a href={`#${operationId}`} className="inline-flex min-h-8 items-center text-soft hover:text-ink">
                  <code className="font-mono">{operationId}</code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Card aria-labelledby="start">
            <h2 id="start" className="text-lg font-semibold">
              {t('start')}
            </h2>
            <ul className="mt-3 grid gap-2">
              {rules.map(rule => (
                <li key={rule}>{t(rule)}</li>
              ))}
            </ul>
            <Example origin={origin} label="curl" />
          </Card>
          {operations.map(({ path, method, operation }) => (
            <OperationCard key={operation.operationId} path={path} method={method} operation={operation} />
          ))}
          <h2 className="mt-4 text-2xl font-semibold">{t('schemas')}</h2>
          {Object.entries(document.components.schemas).map(([name, schema]) => (
            <Card key={name} aria-labelledby={`schema-${name}`}>
              <h3 id={`schema-${name}`} className="mb-3 scroll-mt-6 font-mono text-lg font-semibold">
                {name}
              </h3>
              <SchemaTable schema={schema} label={name} />
            </Card>
          ))}
        </div>
      </div>
    </div>
  )
}

function Example({ origin, label }: { origin: string; label: string }) {
  const text = `curl ${origin}/checkout-sessions \\
  -H "Authorization: Bearer gk_test_…" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"amount": "24.90", "reference": "Order 4711",
       "return_url": "https://shop.example/thanks"}'`
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is scrolled by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-4 overflow-x-auto rounded-xl bg-sunken p-4"
    >
      <pre className="font-mono text-sm">{text}</pre>
    </section>
  )
}

type OperationCardProps = { path: string; method: string; operation: Described }

function OperationCard({ path, method, operation }: OperationCardProps) {
  const t = useTranslations('keys.reference')
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json'].schema
  const [status = '', answered] = Object.entries(responses)[0] ?? []
  const answer = answered?.content?.['application/json']?.schema
  const inputs: Schema = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return (
    <Card aria-labelledby={operationId} className="grid gap-4">
      <div>
        <h3 id={operationId} className="scroll-mt-6 text-lg font-semibold">
          {summary.replaceAll('`', '')}
        </h3>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={method === 'get' ? 'neutral' : 'info'}>{method.toUpperCase()}</Badge>
          <code className="wrap-anywhere font-mono">{path}</code>
        </p>
        <p className="mt-1 text-sm text-soft">
          {t('scope')} <code className="font-mono">{operation['x-scope']}</code>
        </p>
      </div>
      {parameters.length > 0 ? (
        <div className="grid gap-2">
          <h4 className="font-medium">{t('parameters')}</h4>
          <SchemaTable schema={inputs} label={`${operationId}: ${t('parameters')}`} />
        </div>
      ) : null}
      {body ? (
        <div className="grid gap-2">
          <h4 className="font-medium">{t('body')}</h4>
          <SchemaTable schema={body} label={`${operationId}: ${t('body')}`} />
        </div>
      ) : null}
      <p>
        {t('answer')} <code className="font-mono">{status}</code>: {answer ? <TypeLink schema={answer} /> : t('none')}
      </p>
    </Card>
  )
}

/** The schema that an answer has, or that a list is made of. */
function TypeLink({ schema }: { schema: Schema }) {
  const item = schema.properties?.data?.items
  const name = nameType(item ?? schema)
  return (
    <a href={`#schema-${name}`} className="underline">
      <code className="font-mono">{item ? `list of ${name}` : name}</code>
    </a>
  )
}
