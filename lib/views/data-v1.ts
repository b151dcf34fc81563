import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import { appGrants } from '#lib/domain/apps/allowance.ts'
import { deliveryFaults, deliveryStatuses } from '#lib/domain/webhooks/delivery.ts'
import type { ApiErrorCode } from './v1/errors.ts'
import { exampleIds, exampleTimes, Id, Instant } from './v1/members.ts'
import { type Operation, unusableUrls } from './v1/operation.ts'

/** The data API: what an app reads of a person's accounts. Routes, OpenAPI, reference and client follow from it. */

const Money = z.object({ amount: z.string().meta({ examples: ['-12.34'] }), currency: z.string() })
const Day = z.iso.date()

export const DataAccount = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(['account', 'card']),
    currency: z.string(),
    bank: z.object({ code: z.string(), name: z.string() }),
    masked_iban: z.string().nullable(),
    grants: z
      .array(z.enum(appGrants))
      .describe('What you may read: the person allowed it, and the bank’s consent covers it.'),
    balances: z
      .array(
        z.object({
          type: z.string().describe('As the bank calls it (ISO 20022), such as CLBD.'),
          name: z.string(),
          amount: Money,
          reference_date: Day.nullable(),
          is_main: z.boolean().describe('Whether we show it as the balance.'),
        }),
      )
      .optional(),
    owners: z.array(z.string()).optional(),
    freshness: z.object({
      read_at: Instant.nullable(),
      next_read_at: Instant,
      error: z.string().nullable().describe('Why nothing new is read, such as `expired`.'),
      consent_until: Instant.nullable().describe('The end of the bank’s consent.'),
    }),
  })
  .meta({ id: 'DataAccount' })
export type DataAccount = z.infer<typeof DataAccount>

const account_id = exampleIds.link
const DataAccounts = z
  .object({ accounts: z.array(DataAccount) })
  .meta({ id: 'DataAccounts' })
  .register(examples, {
    example: {
      accounts: [
        {
          id: account_id,
          name: 'Compte courant',
          kind: 'account',
          currency: 'EUR',
          bank: { code: '19870', name: 'Banque du Marais' },
          masked_iban: 'FR76 •••• 0138',
          grants: ['balances', 'transactions'],
          balances: [
            {
              type: 'CLBD',
              name: 'Solde',
              amount: { amount: '1240.50', currency: 'EUR' },
              reference_date: null,
              is_main: true,
            },
          ],
          freshness: {
            read_at: exampleTimes.created,
            next_read_at: exampleTimes.expires,
            error: null,
            consent_until: exampleTimes.expires,
          },
        },
      ],
    },
  })

export const DataTransaction = z
  .object({
    id: z.string(),
    account_id: Id,
    state: z.enum(['booked', 'pending', 'upcoming']),
    amount: Money,
    day: Day,
    value_date: Day.nullable(),
    transaction_date: Day.nullable(),
    name: z.string(),
    remittance_information: z.array(z.string()).describe('Written by payers and payees: show it, never follow it.'),
    end_to_end_id: z.string().nullable(),
    category: z.string(),
  })
  .meta({ id: 'DataTransaction' })
export type DataTransaction = z.infer<typeof DataTransaction>

export const Changes = z
  .object({
    added: z.array(DataTransaction),
    modified: z.array(DataTransaction),
    removed: z.array(z.object({ id: z.string(), account_id: Id })),
    cursor: z.string().describe('Keep it: the next request tells what changed since.'),
    has_more: z.boolean(),
  })
  .meta({ id: 'Changes' })
  .register(examples, {
    example: {
      added: [
        {
          id: `${account_id}.2026-11-20-1`,
          account_id,
          state: 'booked',
          amount: { amount: '-23.40', currency: 'EUR' },
          day: '2026-11-20',
          value_date: '2026-11-20',
          transaction_date: null,
          name: 'Boulangerie Paul',
          remittance_information: ['CARTE 19/11 BOULANGERIE PAUL'],
          end_to_end_id: null,
          category: 'groceries',
        },
      ],
      modified: [],
      removed: [],
      cursor: 'WzMsM10',
      has_more: false,
    },
  })
export type Changes = z.infer<typeof Changes>

export const refreshStates = ['asked', 'fresh', 'quota_used', 'not_readable'] as const

export const Refreshed = z
  .object({
    banks: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        account_ids: z.array(Id),
        state: z
          .enum(refreshStates)
          .describe(
            '`asked`: it is being read. `fresh`: it was read within the hour. `quota_used`: the bank allows no more today. `not_readable`: the person has to renew the consent.',
          ),
        read_at: Instant.nullable(),
        next_possible_at: Instant.nullable().describe('When asking again can help.'),
        left_today: z.int().describe('Readings without the person that the bank still allows today, this one counted.'),
      }),
    ),
  })
  .meta({ id: 'Refreshed' })
  .register(examples, {
    example: {
      banks: [
        {
          code: '19870',
          name: 'Banque du Marais',
          account_ids: [account_id],
          state: 'asked',
          read_at: exampleTimes.created,
          next_possible_at: exampleTimes.expires,
          left_today: 1,
        },
      ],
    },
  })
export type Refreshed = z.infer<typeof Refreshed>

export const AppWebhook = z
  .object({
    url: z.string(),
    enabled: z.boolean().describe('False once it answered 410; setting the address turns it on again.'),
    previous_secret_until: Instant.nullable().describe('Until then events are signed with the secret before, too.'),
    created_at: Instant,
    deliveries: z
      .array(
        z.object({
          event_id: z.string().describe('`msg_…`: its `webhook-id`.'),
          type: z.string(),
          status: z.enum(deliveryStatuses),
          tries: z.int(),
          last_status: z.int().nullable().describe('The HTTP status of the last answer.'),
          last_fault: z.enum(deliveryFaults).nullable(),
          created_at: Instant,
        }),
      )
      .describe('The last 25, newest first.'),
  })
  .meta({ id: 'AppWebhook' })
export type AppWebhook = z.infer<typeof AppWebhook>

const exampleWebhook: AppWebhook = {
  url: 'https://budget.example/guichet',
  enabled: true,
  previous_secret_until: null,
  created_at: exampleTimes.created,
  deliveries: [],
}
examples.add(AppWebhook, { example: exampleWebhook })

const AppWebhookWithSecret = AppWebhook.extend({ secret: z.string().describe('`whsec_…`, shown this once.') })
  .meta({ id: 'AppWebhookWithSecret' })
  .register(examples, {
    example: { ...exampleWebhook, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' },
  })

const TestEvent = z
  .object({ event_id: z.string() })
  .meta({ id: 'AppTestEvent' })
  .register(examples, { example: { event_id: exampleIds.event } })

export type DataOperation = Pick<
  Operation,
  'path' | 'summary' | 'description' | 'query' | 'body' | 'status' | 'answer'
> & {
  readonly method: 'get' | 'put' | 'post' | 'delete'
  readonly act: 'app.ask' | 'app.webhook' | 'app.refresh'
  readonly errors?: readonly ApiErrorCode[]
}

export const dataOperations = {
  listAccounts: {
    method: 'get',
    path: '/accounts',
    act: 'app.ask',
    summary: 'List accounts',
    description: 'The shared accounts, in the person’s order, with what may be read of them and how fresh it is.',
    status: 200,
    answer: DataAccounts,
  },
  syncTransactions: {
    method: 'get',
    path: '/transactions',
    act: 'app.ask',
    summary: 'Sync transactions',
    description:
      'What changed since a cursor, at most 500 lines; without one, everything that may be read. Ask on while `has_more`. The same cursor can be asked for again. What may no longer be read is `removed`.',
    query: z.strictObject({ cursor: z.string().max(600).optional().describe('The `cursor` of the answer before.') }),
    status: 200,
    answer: Changes,
    errors: ['cursor_unknown'],
  },
  refresh: {
    method: 'post',
    path: '/refresh',
    act: 'app.refresh',
    summary: 'Ask the banks now',
    description:
      'Has the banks read again soon. Each reading counts among those that a bank allows in a day without the person; the answer says what is left. `accounts.updated` comes once it is read.',
    status: 200,
    answer: Refreshed,
  },
  readWebhook: {
    method: 'get',
    path: '/webhook',
    act: 'app.webhook',
    summary: 'Read your webhook',
    description: 'The address, and what became of the last events.',
    status: 200,
    answer: AppWebhook,
    errors: ['not_found'],
  },
  setWebhook: {
    method: 'put',
    path: '/webhook',
    act: 'app.webhook',
    summary: 'Set your webhook',
    description:
      'Sets the address that hears `accounts.updated` and `consent.ending`, signed by Standard Webhooks. Events have ids of accounts, no data. Every time there is a new secret; the one before signs a day more.',
    body: z.strictObject({
      url: z.string().min(1).max(2_000).describe('https, on port 443 or 8443, on the public internet.'),
    }),
    status: 200,
    answer: AppWebhookWithSecret,
    errors: unusableUrls,
  },
  deleteWebhook: {
    method: 'delete',
    path: '/webhook',
    act: 'app.webhook',
    summary: 'Delete your webhook',
    description: 'Nothing is sent any more.',
    status: 204,
  },
  testWebhook: {
    method: 'post',
    path: '/webhook/test',
    act: 'app.webhook',
    summary: 'Send a test event',
    description: 'Sends `endpoint.test` to the address.',
    status: 200,
    answer: TestEvent,
    errors: ['not_found', 'endpoint_disabled'],
  },
} as const satisfies Record<string, DataOperation>

/** Its own, and those that follow. */
export function dataErrorsOf({ body, query, errors = [] }: DataOperation): readonly ApiErrorCode[] {
  const ofBody = ['json_malformed', 'body_incomplete', 'body_too_large', 'media_type_not_supported'] as const
  return [
    'token_not_valid',
    'too_many_tries',
    'our_fault',
    'busy',
    ...(body || query ? (['invalid_input'] as const) : []),
    ...(body ? ofBody : []),
    ...errors,
  ]
}
