import { answerAnyone } from '#app/answer.ts'
import { problemOf } from '#app/problem.ts'
import { beginOnPhone } from '#lib/services/connections/app-to-app.ts'

/** The phone continues to the bank, signed in or not. */
export const POST = answerAnyone(
  'connection.link',
  '/phone/[token]',
  ({ part }) => beginOnPhone(part('token')),
  // The page explains a QR code that is no longer valid.
  refused => (refused.code === 'not_found' ? {} : problemOf(refused)),
)
