import type { Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuseProof } from '#sandbox/wire/refuse.ts'

const toleranceMs = 5 * 60_000
const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

/** `Date` must be within five minutes of real time, whatever the bank's clock shows (bank:D14). */
export const checkDate: Step = namedStep('isDated', exchange => {
  const text = exchange.headers.get('date')
  if (text === null) refuseProof('Date', 'Date is missing')
  const time = imfFixdate.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) refuseProof('Date', 'Date must look like Sun, 06 Nov 1994 08:49:37 GMT')
  if (Math.abs(time - exchange.sandbox.clock.realNow().getTime()) > toleranceMs) {
    refuseProof('Date', 'Date is more than five minutes off the real time')
  }
})
