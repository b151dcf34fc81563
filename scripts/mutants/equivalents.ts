/** Mutants that no test can kill, found by reading: equivalent code. `before` and `after` as reported. */
export const equivalents: readonly {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly why: string
}[] = [
  {
    file: 'lib/domain/consent/handoff.ts',
    before: 'const bits = [...bytes.slice(0, 5)].reduce((number, byte) => number * 256n + BigInt(byte), 0n)',
    after: 'const bits = [...bytes.slice(0, 5)].reduce((number, byte) => number * 256n + BigInt(byte), 1n)',
    why: 'The characters are of the last forty bits.',
  },
  {
    file: 'lib/domain/money/iban-text.ts',
    before: 'const length = ibanLengthOf(country) ?? 0',
    after: 'const length = ibanLengthOf(country) ?? 1',
    why: 'What begins with two capitals and two digits is neither none nor one character long.',
  },
  {
    file: 'lib/domain/money/minor.ts',
    before: 'return amountMinor < 0n ? -amountMinor : amountMinor',
    after: 'return amountMinor <= 0n ? -amountMinor : amountMinor',
    why: 'Zero has no sign.',
  },
  {
    file: 'lib/domain/requests/network.ts',
    before: 'if (!tail || head.length + tail.length > 14) return null',
    after: 'if (!tail || head.length + tail.length > 15) return null',
    why: 'Groups are two bytes each, so there are never fifteen.',
  },
  {
    file: 'lib/domain/text/word-distance.ts',
    before: 'for (let column = 0; column <= right.length; column += 1) {',
    after: 'for (let column = -1; column <= right.length; column += 1) {',
    why: 'The column before the first is infinitely far from everything, as is what is outside of the table.',
  },
  {
    file: 'lib/domain/accounts/recurring.ts',
    before: 'const day = due < today ? today : due',
    after: 'const day = due <= today ? today : due',
    why: 'Where both are the same day it does not matter which is taken.',
  },
  {
    file: 'lib/domain/accounts/forecast.ts',
    before: 'return amountMinor >= 0n',
    after: 'return amountMinor > 0n',
    why: 'Nothing added to either sum leaves it as it is.',
  },
  {
    file: 'lib/domain/accounts/forecast.ts',
    before: 'return amountMinor >= 0n',
    after: 'return amountMinor >= 1n',
    why: 'Nothing added to either sum leaves it as it is.',
  },
  {
    file: 'lib/domain/accounts/forecast.ts',
    before: 'return Array.from({ length: monthsAtMost }, (_, at) => lastOfMonth(addMonths(today, -1 - at, 1))).filter(',
    after: 'return Array.from({ length: monthsAtMost }, (_, at) => lastOfMonth(addMonths(today, -1 - at, 2))).filter(',
    why: 'Any day of the month has the same last day.',
  },
  {
    file: 'lib/domain/accounts/forecast.ts',
    before: 'return one * one > other * other ? one : other',
    after: 'return one * one >= other * other ? one : other',
    why: 'Two amounts of one sign and size are equal.',
  },
  {
    file: 'lib/domain/accounts/rule.ts',
    before: 'let from = 0',
    after: 'let from = -1',
    why: 'A text is searched from its beginning with either.',
  },
  {
    file: 'lib/domain/bank/text.ts',
    before:
      "if (id.length > maxLength * 2 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }",
    after:
      "if (id.length > maxLength * 3 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }",
    why: 'A text of more than twice the length in code units is too long in code points as well.',
  },
  {
    file: 'lib/stet/bank-time.ts',
    before: 'return Number.isNaN(seconds) ? bounded(0) : bounded(seconds)',
    after: 'return Number.isNaN(seconds) ? bounded(-1) : bounded(seconds)',
    why: 'Less than nothing is bounded to nothing.',
  },
  {
    file: 'lib/stet/accounts.ts',
    before: 'if (rows.length > rowsAtOnce) await yieldToEventLoop()',
    after: 'if (true) await yieldToEventLoop()',
    why: 'Yielding more often changes only the time.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'let latestBytes = 0',
    after: 'let latestBytes = 1',
    why: 'It is read after the first page only, which sets it.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'let latestBytes = 0',
    after: 'let latestBytes = -1',
    why: 'It is read after the first page only, which sets it.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'await Promise.all(leaving.splice(0))',
    after: 'await Promise.all(leaving.splice(1))',
    why: 'The first request has left when its page is given, and stays first in the list.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'await yieldBeforeParsing(answer)',
    after: '',
    why: 'Yielding changes only the time.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'if (from === null || to === null || to <= from || to - from >= atMost) return [next]',
    after: 'if (from === null || to === null || to < from || to - from >= atMost) return [next]',
    why: 'From a page to itself there is only that page.',
  },
  {
    file: 'lib/stet/paging.ts',
    before: 'const context = isFirst && requestId !== undefined ? { ...rest, requestId, signal } : { ...rest, signal }',
    after: 'const context = isFirst && requestId !== undefined ? { ...rest, requestId, } : { ...rest, signal }',
    why: 'The rest has the caller’s signal; whoever stops reading does so after the first page.',
  },
  {
    file: 'lib/stet/accounts.ts',
    before: 'for (let start = 0; start < rows.length; start += rowsAtOnce) {',
    after: 'for (let start = 0; start <= rows.length; start += rowsAtOnce) {',
    why: 'An empty slice adds nothing.',
  },
  {
    file: 'lib/domain/bank/text.ts',
    before: "if (date === undefined || date < '1900' || date >= '2201') return null",
    after: "if (date === undefined || date <= '1900' || date >= '2201') return null",
    why: 'A day is longer than a year, so it is never equal to one.',
  },
  {
    file: 'lib/domain/bank/backoff.ts',
    before: 'return saved < 1 - 1e-9 ? null : { saved: Math.max(0, saved - 1) }',
    after: 'return saved <= 1 - 1e-9 ? null : { saved: Math.max(0, saved - 1) }',
    why: 'Sums of tenths are not equal to it.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)',
    after: 'const shift = Math.floor((century - Math.floor((century - 8) / 25) + 1) / 3)',
    why: 'The same for every century from 1900 to 2200.',
  },
  {
    file: 'lib/domain/accounts/budget.ts',
    before: 'const spentMinor = sumMinor < 0n ? -sumMinor : 0n',
    after: 'const spentMinor = sumMinor <= 0n ? -sumMinor : 0n',
    why: 'Zero has no sign.',
  },
  {
    file: 'lib/domain/money/minor.ts',
    before: 'return amountMinor < 0n ? -amountMinor : amountMinor',
    after: 'return amountMinor < 1n ? -amountMinor : amountMinor',
    why: 'Zero has no sign.',
  },
  {
    file: 'lib/domain/text/clean.ts',
    before: 'if (text.length <= maxLength && plain.test(text)) return text',
    after: 'if (text.length < maxLength && plain.test(text)) return text',
    why: 'The long way leads to the same text.',
  },
  {
    file: 'lib/stet/crl.ts',
    before: 'read += 1',
    after: 'read += 2',
    why: 'Yielding more often changes only the time.',
  },
  {
    file: 'lib/stet/event-loop.ts',
    before: 'const shortText = 65_536',
    after: 'const shortText = 65535',
    why: 'Yielding more often changes only the time.',
  },
  {
    file: 'lib/domain/payments/standing-order.ts',
    before: 'const longestMoveDays = 4',
    after: 'const longestMoveDays = 5',
    why: 'The search begins a little earlier.',
  },
  {
    file: 'lib/domain/payments/standing-order.ts',
    before: 'const { days = 0, months = 0 } = steps[frequency]',
    after: 'const { days = 1, months = 0 } = steps[frequency]',
    why: 'The search begins a little earlier.',
  },
  {
    file: 'lib/stet/errors.ts',
    before: "if (typeof value === 'string') return [value.slice(0, longestMember)]",
    after: "if (typeof value === 'string') return [value]",
    why: 'The detail is cut again; only the time differs.',
  },
  {
    file: 'lib/stet/transport.ts',
    before: "this.#request.signal?.removeEventListener('abort', this.#onAbort)",
    after: '',
    why: 'Aborting a request that has ended does nothing.',
  },
  {
    file: 'lib/domain/bank/answer.ts',
    before: "if (name === undefined || !passing || failed.kind === 'aborted') return { retry: 'never', mostTries: 1 }",
    after: "if (name === undefined || !passing || failed.kind === 'aborted') return { retry: 'never', mostTries: 2 }",
    why: 'Nothing is tried again.',
  },
  {
    file: 'lib/domain/bank/answer.ts',
    before: "if (name === undefined || !passing || failed.kind === 'aborted') return { retry: 'never', mostTries: 1 }",
    after: "if (name === undefined || !passing || failed.kind === 'aborted') return { retry: 'never', mostTries: 0 }",
    why: 'Nothing is tried again.',
  },
  {
    file: 'lib/stet/chain.ts',
    before: 'known.set(ca, authorities)',
    after: '',
    why: 'They are parsed again; only the time differs.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)',
    after: 'const shift = Math.floor((century - Math.floor((century + 7) / 25) + 1) / 3)',
    why: 'Easter is the same in every year to 4199.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)',
    after: 'const shift = Math.floor((century - Math.floor((century + 9) / 25) + 1) / 3)',
    why: 'Easter is the same in every year to 4199.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)',
    after: 'const shift = Math.floor((century - Math.floor((century + 8) / 24) + 1) / 3)',
    why: 'Easter is the same in every year to 4199.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)',
    after: 'const shift = Math.floor((century - Math.floor((century + 8) / 26) + 1) / 3)',
    why: 'Easter is the same in every year to 4199.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)',
    after: 'const late = Math.floor((golden + 11 * epact + 23 * weekday) / 451)',
    why: 'Easter is the same in every year to 2325; no day is later than 2200.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)',
    after: 'const late = Math.floor((golden + 11 * epact + 22 * weekday) / 450)',
    why: 'Easter is the same in every year to 2325; no day is later than 2200.',
  },
  {
    file: 'lib/domain/calendar/bank-day.ts',
    before: 'const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)',
    after: 'const late = Math.floor((golden + 11 * epact + 22 * weekday) / 452)',
    why: 'Easter is the same in every year to 2325; no day is later than 2200.',
  },
  {
    file: 'lib/domain/money/amount-input.ts',
    before: 'return splitAtLast(text, text.lastIndexOf(decimal) > text.lastIndexOf(group) ? decimal : group)',
    after: 'return splitAtLast(text, text.lastIndexOf(decimal) >= text.lastIndexOf(group) ? decimal : group)',
    why: 'Both are in the text, so not in the same place.',
  },
  {
    file: 'lib/domain/payments/reconcile.ts',
    before: "return order.receivedMinor < order.amountMinor ? 'short' : 'over'",
    after: "return order.receivedMinor <= order.amountMinor ? 'short' : 'over'",
    why: 'What is equal is received.',
  },
  {
    file: 'lib/stet/eidas.ts',
    before: 'const size = key.asymmetricKeyDetails?.modulusLength ?? 0',
    after: 'const size = key.asymmetricKeyDetails?.modulusLength ?? 1',
    why: 'Neither is long enough.',
  },
  {
    file: 'lib/stet/eidas.ts',
    before: 'const size = key.asymmetricKeyDetails?.modulusLength ?? 0',
    after: 'const size = key.asymmetricKeyDetails?.modulusLength ?? -1',
    why: 'Neither is long enough.',
  },
  {
    file: 'lib/domain/bank/text.ts',
    before:
      "if (id.length > maxLength * 2 || (id.length > maxLength && [...id].length > maxLength)) return { fault: 'too long' }",
    after:
      "if (id.length > maxLength * 2 || (id.length >= maxLength && [...id].length > maxLength)) return { fault: 'too long' }",
    why: 'A text has no more code points than units; the first comparison only saves counting them.',
  },
  {
    file: 'lib/domain/bank/backoff.ts',
    before: 'const saidMs = (retryAfterSeconds ?? 0) * 1_000',
    after: 'const saidMs = (retryAfterSeconds ?? -1) * 1_000',
    why: 'The longer of two times counts, and the other is never negative.',
  },
  {
    file: 'lib/domain/payments/standing-order.ts',
    before: 'return Math.max(0, Math.floor(passed / (days + months * 31)) - 1)',
    after: 'return Math.max(0, Math.floor(passed / (days + months * 31)) - 0)',
    why: 'Only where the walk begins; months of 31 days and the longest move keep it before the result.',
  },
]
