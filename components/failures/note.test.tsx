import { bankCodes, type Cause, causeNamed, causes } from '@guichet/stet/terms/cause.ts'
import { describe, expect, test } from 'vitest'
import { QuotaLine } from '#components/connections/quota-line.tsx'
import { messages } from '#components/i18n/messages.ts'
import { LinkEnding } from '#components/link/ending.tsx'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { failurePolicies, sentenceKeyOf } from '#lib/domain/bank/answer.ts'
import { linkBlame, linkFailures, refusals } from '#lib/domain/refusals/failure.ts'
import { draw, drawText, littoral } from '#testing/components/draw.tsx'
import { ProblemNote } from './problem-note.tsx'
import { RefusalNote, useStoredReason } from './told.tsx'

/** Every failure as a person sees it, rendered in both languages, without technical words. */

function StoredReason({ reason }: { reason: string }) {
  const { title, sentence, next } = useStoredReason()(reason)
  return [title, sentence, next].join(' ')
}

const plain = (text: string) => text.replace(/\s+/g, ' ')

const ended = {
  failure: 'bank_error',
  bank: littoral,
  bankError: null,
  supportId: null,
  connectionId: null,
  until: null,
} as const
const endingOf = (change: Partial<Parameters<typeof LinkEnding>[0]>) => (
  <LinkEnding {...ended} signedIn={false} {...change} />
)

/** The sentence of a cause, by its place among the messages. */
const sentenceOf = (locale: 'fr' | 'en', cause: Cause) =>
  sentenceKeyOf(cause)
    .split('.')
    .reduce((at: unknown, name) => Reflect.get(Object(at), name), messages[locale])

describe.each(['fr', 'en'] as const)('in %s', locale => {
  const { failures: words, linkFailures: endings } = messages[locale]

  test.each(linkFailures)(
    'a link flow that ended with %s: what happened, who it was, what to do, a way on',
    failure => {
      const ending = endingOf({ failure, signedIn: true })
      const markup = draw(locale, ending)
      const text = plain(drawText(locale, ending))
      expect(text).toContain(plain(endings[failure].title))
      expect(text).toContain(plain(endings[failure].next))
      const blame = linkBlame[failure]
      if (blame) expect(text).toContain(words.blame[failure === 'refused_by_person' ? 'choice' : blame])
      else for (const badge of Object.values(words.blame)) expect(text).not.toContain(badge)
      expect(text).not.toMatch(/[{}]|undefined|null|failures\./)
      expect(markup).toMatch(/<a [^>]*href="\/(link|connections|home)/)
    },
  )

  test('a refused renewal changes nothing and says so; a refused first link says that nothing was kept', () => {
    const { nothingKept, unchanged } = messages[locale].link.result
    const start = unchanged.slice(0, unchanged.indexOf('<'))
    const first = plain(drawText(locale, endingOf({ failure: 'refused_by_person' })))
    expect(first).toContain(plain(nothingKept))
    expect(first).not.toContain(plain(start))
    const renewal = endingOf({ failure: 'refused_by_person', connectionId: 'c', until: '2027-05-27T00:00:00.000Z' })
    const text = plain(drawText(locale, renewal))
    expect(text).toContain(plain(start))
    expect(text).toContain('2027')
    expect(text).not.toContain(plain(nothingKept))
  })

  test.each([...bankCodes, 'invalid_grant', 'access_denied', '503', '418', 'temporarily_unavailable'])(
    'the bank said %s: shown as it came, and in words where we know it',
    said => {
      const ending = endingOf({ bankError: said, supportId: 'K7MB29QXPA' })
      const text = plain(drawText(locale, ending))
      expect(text).toContain(said)
      expect(text).toContain('K7MB29QXPA')
      const cause = causeNamed(said)
      const sentence = cause && sentenceOf(locale, cause)
      if (typeof sentence === 'string') expect(text).toContain(plain(sentence))
      else expect(said).toBe('access_denied')
    },
  )

  test.each(causes)('the badge and the heading of a link flow that ended with %s agree with its sentence', cause => {
    const ending = endingOf({ bankError: cause, signedIn: true })
    const text = plain(drawText(locale, ending))
    const said = bankCodes.find(code => code === cause)
    expect(text).toContain(plain(said ? words.bankCodes[said].title : endings.bank_error.title))
    const { blame } = failurePolicies[causeNamed(cause) ?? 'transport']
    if (cause.startsWith('http_')) expect(blame, 'a status alone').toBe('bank')
    for (const [who, badge] of Object.entries(words.blame)) expect(text.includes(badge), badge).toBe(who === blame)
    expect(text).not.toMatch(/sans que vous|neither you/)
  })

  test('a bank that does not know the subscriber is not asked again in a few minutes', () => {
    const text = plain(drawText(locale, endingOf({ bankError: 'IPSU', signedIn: true })))
    expect(text).toContain(plain(words.bankCodes.IPSU.title))
    expect(text).toContain(plain(words.bankCodes.IPSU.next))
    expect(text).not.toContain(plain(endings.bank_error.next))
  })

  test('a bank’s refusal of a person who is present is shown, without a contradicting count or promise', () => {
    const quota = { used: 1, limit: 4, left: 2, pausedUntil: null, nextAt: null, nextIs: null }
    const reasons = ['TMRQ', 'bank_asked_too_often'].map(reason => <StoredReason key={reason} reason={reason} />)
    const text = plain(
      drawText(
        locale,
        <>
          {reasons}
          <QuotaLine quota={quota} />
        </>,
      ),
    )
    expect(text).toContain(plain(words.bankCodes.TMRQ.sentence))
    expect(text).toContain(plain(words.refusals.bank_asked_too_often.sentence))
    expect(text).not.toMatch(/atteint|reached|used up|illimité|unlimited|quatre|four|souvent que|as often as/i)
  })

  test('foreign text in an error is shown as text, never as markup', () => {
    const ending = endingOf({ bankError: '<script>alert(1)</script>' })
    expect(draw(locale, ending)).not.toContain('<script>')
  })

  test.each(refusals)('a request refused with %s', code => {
    const problem = { type: `urn:guichet:problem:${code}`, title: 'x', status: 503, code }
    const text = plain(drawText(locale, <ProblemNote error={new RequestProblem(503, problem)} />))
    expect(text).toContain(plain(words.refusals[code].sentence))
    expect(text).toContain(plain(words.refusals[code].next))
    const note = plain(drawText(locale, <RefusalNote code={code} />))
    expect(note).toContain(plain(words.refusals[code].title))
    expect(`${text}${note}`).not.toMatch(/[{}]|undefined|urn:/)
  })

  test('the time to try again is shown if it is known', () => {
    const problem = { type: 'x', title: 'x', status: 503, code: 'bank_paused', retryAfterSeconds: 95 } as const
    expect(plain(drawText(locale, <ProblemNote error={new RequestProblem(503, problem)} />))).toContain('2 minutes')
    const note = (wait: unknown) => plain(drawText(locale, <RefusalNote code="too_many_tries" wait={wait} />))
    expect(note('95')).toContain('2 minutes')
    for (const wait of [undefined, '', '-1', '1e9', '<b>', ['95']]) {
      expect(note(wait)).toContain(plain(words.refusals.too_many_tries.next))
    }
  })

  test('no two causes share a sentence, except those that mean the same', () => {
    const texts = causes.map(cause => String(sentenceOf(locale, cause)))
    const twice = texts.filter((sentence, index) => texts.indexOf(sentence) !== index)
    expect(twice).toEqual([])
  })
})
