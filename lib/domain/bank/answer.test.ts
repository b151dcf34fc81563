import { globSync, readFileSync } from 'node:fs'
import {
  bankCodes,
  type Cause,
  causeNamed,
  causeOf,
  causes,
  type FailedCall,
  httpCauses,
  oauthErrors,
  wireCauses,
} from '@guichet/stet/terms/cause.ts'
import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { rowsOf } from '#testing/rows.ts'
import { failurePolicies, operationOf, operations, policyFor, sentenceKeyOf } from './answer.ts'

const sents = ['no', 'unknown', 'yes'] as const

/** A failed call that has this cause. */
function failing(cause: Cause, sent: FailedCall['sent'] = 'yes', operation = 'accounts.list'): FailedCall {
  const none = { operation, sent, status: null, code: null, rawCode: null }
  const code = bankCodes.find(known => known === cause)
  if (code !== undefined) return { ...none, kind: 'status', status: 403, code, rawCode: code }
  if (oauthErrors.some(error => error === cause)) return { ...none, kind: 'status', status: 400, rawCode: cause }
  const kind = wireCauses.find(known => known === cause)
  if (kind !== undefined) return { ...none, kind }
  const status = { http_3xx: 302, http_4xx: 418, http_5xx: 599 }[cause as string] ?? Number(cause.slice(5))
  return { ...none, kind: 'status', status }
}

/** § AIS Endpoints, Return codes, parsed from the document. */
function documentedStatuses(): Map<string, number[]> {
  const text = readFileSync('docs/interface/1-account-information.md', 'utf8')
  const table = text.slice(text.indexOf('Return codes:'), text.indexOf('### Behaviour rules'))
  const listed = new Map<string, number[]>()
  for (const [, names = '', other = '', said = ''] of table.matchAll(
    /^\| ([a-z, -]+) \| (?:as for ([a-z-]+), and )?([\d, ]+) \|/gm,
  ))
    for (const name of names.split(', '))
      listed.set(name, [...(listed.get(other) ?? []), ...said.split(', ').map(Number)])
  return listed
}

const bankOperations = Object.keys(operations)

describe('the table', () => {
  test('has a row for every operation of packages/stet', () => {
    const made = globSync('packages/stet/*.ts')
      .filter(file => !file.endsWith('.test.ts'))
      .flatMap(file => [
        ...readFileSync(file, 'utf8').matchAll(
          /'((?:accounts|balances|transactions|owners|overdrafts|identity|consents|oauth|registration|payments|payees|beneficiaries|fallback)\.[a-z.]+)'/gi,
        ),
      ])
      .map(([, name]) => name)
    expect(made.length).toBeGreaterThan(10)
    expect(made.filter(name => !bankOperations.some(known => known === name))).toEqual([])
  })

  test('has the codes of the document, all of them and no others', () => {
    const text = readFileSync('docs/interface/1-account-information.md', 'utf8')
    const table = text.slice(text.indexOf('Error codes ('), text.indexOf('## Limits'))
    expect([...table.matchAll(/^\| ([A-Z0-9]{4}) \|/gm)].map(([, code]) => code).sort()).toEqual([...bankCodes].sort())
  })

  test('decides on every status that the document lists', () => {
    const documented = documentedStatuses()
    expect([...documented.keys()]).toEqual(
      expect.arrayContaining(['accounts', 'balances', 'transactions', 'consents', 'end-user-identity']),
    )
    for (const [name, statuses] of documented) {
      for (const status of statuses.filter(code => code >= 300)) {
        const cause = causeOf({ kind: 'status', status, code: null, rawCode: null })
        expect(cause, `${name} ${status}`).toBe(status === 429 ? 'TMRQ' : `http_${status}`)
      }
    }
  })

  test.each(['fr', 'en'] as const)('every row has its words in %s', locale => {
    for (const cause of causes) {
      const text = sentenceKeyOf(cause)
        .split('.')
        .reduce((words: unknown, name) => Reflect.get(Object(words), name), messages[locale])
      expect(text, `${locale} ${cause}`).toEqual(expect.stringMatching(/^\p{Lu}.{10,}[.]$/u))
    }
    expect(Object.keys(messages[locale].causes).sort()).toEqual([...oauthErrors, ...httpCauses, ...wireCauses].sort())
  })

  test('a cause is recognised as what it is', () => {
    for (const cause of causes) {
      const expected = cause === 'http_429' ? 'TMRQ' : cause
      expect(causeOf(failing(cause)), cause).toBe(expected)
    }
  })

  test('who is to blame agrees with the refusal that a person is shown', () => {
    for (const cause of causes) {
      const { refusal, blame } = failurePolicies[cause]
      expect(refusals, cause).toContain(refusal)
      if (refusal === 'our_fault') expect(blame, cause).toBe('us')
      if (refusal === 'bank_unavailable') expect(blame, cause).toBe('bank')
    }
  })
})

/** Held back before it is sent, for a reason that passes. */
const notSent: readonly Cause[] = ['paused', 'crowded', 'signer']

describe('every operation, every cause, every way of sending', () => {
  const cells = bankOperations.flatMap(operation =>
    causes.flatMap(cause =>
      sents.flatMap(sent => [true, false].map(attended => ({ operation, cause, sent, attended }))),
    ),
  )

  test('keeps the rules of what may be repeated', () => {
    for (const { operation, cause, sent, attended } of cells) {
      const at = `${operation} ${cause} ${sent} ${attended ? 'attended' : 'batch'}`
      const policy = policyFor(failing(cause, sent, operation), attended)
      const repeat = operationOf(operation)?.repeat
      if (!failurePolicies[policy.cause].passing) expect(policy.retry, at).toBe('never')
      if (policy.retry === 'now') expect(policy.maxTries, at).toBeGreaterThan(1)
      if (policy.retry !== 'never' && repeat === 'never' && !notSent.includes(policy.cause))
        expect(sent, `${at}: what may have arrived is not sent again`).toBe('no')
      if (operation === 'oauth.refresh') expect(policy.maxTries, at).toBeLessThanOrEqual(2)
      if (operation === 'oauth.fallback') expect(policy.retry === 'now', at).toBe(false)
      if (attended) expect(policy.maxTries, at).toBeLessThanOrEqual(3)
      else expect(policy.maxTries, at).toBeLessThanOrEqual(8)
    }
  })

  test('repeats each operation as docs/faults.md says', () => {
    const by = (repeat: string) => bankOperations.filter(operation => operationOf(operation)?.repeat === repeat)
    expect(by('never')).toEqual([
      ...'oauth.exchange oauth.exchange.payment oauth.fallback registration.create payments.create'.split(' '),
      ...'payments.confirm payments.cancel'.split(' '),
    ])
    expect(by('once')).toEqual(['oauth.refresh'])
  })

  test('an answer is lost only when the call left and the bank said nothing that counts', () => {
    for (const { operation, cause, sent, attended } of cells) {
      const policy = policyFor(failing(cause, sent, operation), attended)
      expect(policy.answerLost).toBe(sent !== 'no' && failurePolicies[policy.cause].passing)
    }
  })

  test('a bank that was asked too often is not asked again, and the person is not told that we used up the day’s updates', () => {
    for (const operation of bankOperations) {
      for (const cause of ['TMRQ', 'http_429'] as const) {
        const policy = policyFor(failing(cause, 'yes', operation), true)
        expect(policy).toMatchObject({ retry: 'never', refusal: 'bank_asked_too_often' })
      }
    }
  })

  test.each(['invalid_request', 'invalid_scope', 'unsupported_grant_type'] as const)(
    'what the bank’s OAuth calls %s is our fault, and said so',
    cause =>
      expect(policyFor(failing(cause, 'yes', 'oauth.exchange'), true)).toMatchObject({
        blame: 'us',
        refusal: 'our_fault',
      }),
  )

  test('what we kept back is sent later by a worker, never while a person waits', () => {
    for (const operation of bankOperations) {
      for (const cause of notSent) {
        expect(policyFor(failing(cause, 'no', operation), true)).toMatchObject({ retry: 'never', maxTries: 1 })
        expect(policyFor(failing(cause, 'no', operation), false)).toMatchObject({ retry: 'later', maxTries: 1 })
      }
    }
  })

  test.each([
    ['accounts.list', 'timeout', 'yes', true, 'now', 3],
    ['accounts.list', 'timeout', 'yes', false, 'later', 8],
    ['oauth.refresh', 'timeout', 'yes', true, 'now', 2],
    ['oauth.refresh', 'timeout', 'yes', false, 'now', 2],
    ['payments.create', 'timeout', 'yes', true, 'never', 1],
    ['payments.create', 'transport', 'no', true, 'now', 2],
    ['oauth.fallback', 'transport', 'no', true, 'never', 1],
    ['accounts.list', 'aborted', 'no', true, 'never', 1],
    ['accounts.list', 'AC04', 'yes', true, 'never', 1],
  ] as const)('%s, %s, sent: %s, attended: %s: %s, %i tries', (operation, cause, sent, attended, retry, maxTries) => {
    expect(policyFor(failing(cause, sent, operation), attended)).toMatchObject({ retry, maxTries })
  })

  test('an operation is found by its name', () => {
    expect(operationOf('consents.put')).toBe(operations['consents.put'])
    expect(operationOf('something.new')).toBeNull()
  })

  test('an operation without a row is never repeated', () => {
    expect(policyFor(failing('http_503', 'no', 'something.new'), true).retry).toBe('never')
  })
})

test.each(rowsOf<[string, string | null]>(import.meta.url, 'named-causes'))('the word %j names %s', (word, cause) => {
  expect(causeNamed(word)).toBe(cause)
})

describe('single rows', () => {
  const causesWith = (wanted: (row: (typeof failurePolicies)[Cause]) => boolean) =>
    causes.filter(cause => wanted(failurePolicies[cause])).sort()

  test.each(rowsOf<[string, string]>(import.meta.url, 'told-refusals'))(
    'the person is told %s after %s',
    (refusal, told) => {
      expect(causesWith(row => row.refusal === refusal)).toEqual(expect.arrayContaining(told.split(' ')))
    },
  )

  test('the person is to blame for two causes, we for what we asked wrongly', () => {
    expect(causesWith(({ blame }) => blame === 'person')).toEqual(['NGAC', 'invalid_grant'])
    expect(causesWith(({ blame, refusal }) => blame === 'us' && refusal !== 'our_fault').join(' ')).toBe(
      'BADS BE05 ENDE FF01 NIMP insufficient_scope invalid_client_metadata ' +
        'invalid_redirect_uri invalid_software_statement',
    )
  })

  test('a feature that the bank does not have is no failure', () => {
    expect(causesWith(({ notOffered }) => notOffered)).toEqual(['NIMP', 'http_405', 'http_501', 'unsupported'])
  })

  test('what passes by itself', () => {
    expect(causesWith(({ passing }) => passing).join(' ')).toBe(
      'INTE INTS aborted certificate_revoked crowded http_408 http_500 http_503 http_5xx json media_type paused ' +
        'schema server_error signer temporarily_unavailable timeout transport',
    )
  })

  test('only a bank that can’t answer counts as failed; what we kept back says nothing', () => {
    expect(causesWith(({ health }) => health === 'failed').join(' ')).toBe(
      'INTE INTS certificate_revoked http_408 http_500 http_503 http_5xx json media_type server_error ' +
        'temporarily_unavailable timeout transport',
    )
    expect(causesWith(({ health }) => health === 'neutral')).toEqual(
      'aborted crowded paused request signer token unsupported'.split(' '),
    )
  })

  test('an answer of the OAuth server, the registration or the responder does not show that the interface works', () => {
    expect(bankOperations.filter(operation => operationOf(operation)?.showsHealth)).toEqual([
      ...'accounts.list balances.read transactions.read owners.read overdrafts.read identity.read'.split(' '),
      ...'consents.put payments.create payments.read payments.confirm payments.cancel'.split(' '),
    ])
    expect(bankOperations.filter(operation => operationOf(operation)?.isApart)).toEqual(['payees.verify'])
  })

  test('a one-time code is never held back by the breaker, and neither is an emergency or another system', () => {
    const passing = bankOperations.filter(operation => operationOf(operation)?.passesBreaker)
    expect(passing).toEqual([
      'oauth.exchange',
      'oauth.exchange.payment',
      'oauth.fallback',
      'payments.confirm',
      'payees.verify',
    ])
  })
})
