import { answerAnyone } from '#app/answer.ts'
import { readPayButton } from '#lib/services/payments/pay-button.ts'

/** The button for shops' pages, which name its hash: it never changes under this address. */
export const GET = answerAnyone(({ part }) => {
  const script = readPayButton(part('file'))
  if (script === null) return new Response(null, { status: 404 })
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    },
  })
})
