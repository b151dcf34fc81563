import { boundsOf, type OpenapiDocument, type Schema } from '@guichet/api-reference/render-reference.ts'
import { actOf } from '#lib/domain/acts.ts'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { apiErrorCodes, apiErrors, errorPage } from './errors.ts'
import { eventMeanings, exampleEvent } from './events.ts'
import { writeOpenapi } from './openapi.ts'
import { errorsOf, exampleOf, type Operation } from './operation.ts'
import { namedOperations } from './operations.ts'
import { exampleReturnUrl, samplesIn } from './samples.ts'
import { decidingAmounts, scenariosPage, simulated } from './scenarios.ts'

/** llmstxt.org, from the reference's tables. */

const lines = (...parts: readonly (string | readonly string[])[]) => parts.flat().join('\n')
const fence = (language: string, text: string) => lines(`\`\`\`${language}`, text, '```')
const json = (value: unknown) => fence('json', JSON.stringify(value, null, 2))

const summary = [
  '# Guichet API',
  '',
  '> Payments straight from a bank account (PSD2 payment initiation): REST and JSON, with test keys that reach a sandbox bank.',
  '',
  '- Send `Authorization: Bearer gk_test_…` with every request, and a new `Idempotency-Key` with every POST.',
  '- Amounts are decimal strings in euros, such as "24.90". Times are ISO 8601 in UTC.',
  '- A refusal is `application/problem+json`: branch on its `code`.',
  '- The return of the payer proves nothing. Deliver once a webhook `payment.executed` or `payment.received` says `paid` and its signature is right.',
]

export function writeLlms(origin: string): string {
  return lines(
    summary,
    '',
    '## Documentation',
    '',
    `- [API reference](${origin}/docs/api): first steps with programs in curl, TypeScript, PHP and Python, then every operation`,
    `- [All of it in one file](${origin}/llms-full.txt): operations with members, examples and refusals; events; errors`,
    `- [OpenAPI 3.1](${origin}/api/v1/openapi.json): the same for programs`,
    `- [Events](${origin}/docs/api#events): what webhooks report`,
    '',
    '## Operations',
    '',
    namedOperations.map(([name, one]) => `- [${one.summary}](${origin}/docs/api#${name}): \`${callOf(one)}\``),
    '',
    '## Optional',
    '',
    `- [Test scenarios](${origin}${scenariosPage}): amounts, payers and simulations for each outcome`,
    `- [Error codes](${origin}/docs/api/errors): each with its cause and what to do`,
    '',
  )
}

export function writeLlmsFull(origin: string, senders: readonly string[]): string {
  const document = writeOpenapi(origin)
  const settings = { api: `${origin}/api/v1`, returnUrl: exampleReturnUrl }
  const { session } = samplesIn('curl', settings)
  const { webhook } = samplesIn('typescript', settings)
  return lines(
    summary,
    `- The address of the API is ${settings.api}. The reference for people is ${origin}/docs/api.`,
    '',
    '## First call',
    '',
    fence('sh', session),
    '',
    '## Receiving webhooks',
    '',
    fence('ts', webhook),
    '',
    senders.length > 0
      ? `Webhooks come from ${senders.join(', ')}, as \`Guichet-Webhooks/1\`.`
      : 'Webhooks come from no fixed address, as `Guichet-Webhooks/1`: trust the signature alone.',
    '',
    '## Operations',
    namedOperations.map(([, operation]) => describeOperation(operation, document)),
    '',
    '## Events',
    '',
    webhookEventTypes.map(type => `- \`${type}\`: ${eventMeanings[type]}`),
    '',
    json(exampleEvent),
    '',
    '## Test scenarios',
    '',
    describeScenarios(),
    '',
    '## Errors',
    '',
    apiErrorCodes.map(code => {
      const { status, en } = apiErrors[code]
      return `- [\`${code}\`](${origin}${errorPage(code)}) (${status}): ${en.cause} ${en.remedy}`
    }),
    '',
  )
}

const describeScenarios = () => [
  ...simulated.map(({ outcome, amount, payment, refund }) => {
    const events = [...payment, ...refund].map(type => `\`${type}\``).join(', ')
    return `- \`POST /api/v1/simulations\` with outcome \`${outcome}\`${amount ? `, ${amount} than the payment` : ''}: ${events}`
  }),
  ...decidingAmounts.map(({ amount, stage, reason, en }) => {
    return `- Paid at a sandbox bank, ${amount} EUR: ${reason ?? 'no refusal'} (${en}), at ${stage}`
  }),
]

const callOf = ({ method, path }: Operation) => `${method.toUpperCase()} /api/v1${path}`

function describeOperation(operation: Operation, { paths }: OpenapiDocument): string {
  const { path, method, summary: title, description, verb, status } = operation
  const { parameters = [], requestBody } = paths[path]?.[method] ?? {}
  const query = parameters.filter(one => one.in === 'query')
  const body = requestBody?.content['application/json']?.schema
  const [example] = Object.values(operation.requests ?? {})
  const answer = exampleOf(operation)
  return lines(
    '',
    `### ${title}`,
    '',
    `\`${callOf(operation)}\`, scope \`${actOf(verb).scope}\`. ${description}`,
    query.length > 0
      ? ['', 'Query:', '', ...query.map(one => describeMember(one.name, one.schema, one.description))]
      : [],
    body ? ['', 'Body:', '', ...describeMembers(body)] : [],
    example ? ['', json(example.value)] : [],
    answer ? ['', `Answer (${status}):`, '', json(answer)] : ['', `Answer: ${status}, without a body.`],
    '',
    `Refusals: ${errorsOf(operation).join(', ')}`,
  )
}

function describeMembers({ properties = {}, required = [] }: Schema, before = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    describeMember(before + name, schema, schema.description, required.includes(name)),
    ...describeMembers(schema.items ?? schema, `${before}${name}${schema.items ? '[]' : ''}.`),
  ])
}

function describeMember(name: string, schema: Schema, description = '', isRequired = false): string {
  const about = [typeOf(schema), isRequired && 'required', boundsOf(schema)].filter(Boolean).join(', ')
  return `- \`${name}\` (${about})${description === '' ? '' : `: ${description}`}`
}

function typeOf({ type, const: only, enum: some, anyOf, items }: Schema): string {
  if (only !== undefined) return JSON.stringify(only)
  if (some) return some.map(one => JSON.stringify(one)).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (items) return `list of ${typeOf(items)}`
  return [type ?? 'any'].flat().join(' | ')
}
