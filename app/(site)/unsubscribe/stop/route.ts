import { seeOther } from '#app/forms.ts'
import { guarded } from '#app/guarded.ts'
import { searchOf } from '#app/read-request.ts'
import { unsubscribe } from '#lib/services/home/weekly-summary.ts'

const readQuery = (request: Request) => {
  const query = searchOf(request)
  return { person: query.get('person') ?? '', proof: query.get('proof') ?? '' }
}

/** Called by the button of a mail program, without browser or session (RFC 8058), and by the button of the page. */
export const POST = guarded('summary.stop', async (request: Request): Promise<Response> => {
  const { person, proof } = readQuery(request)
  const isDone = await unsubscribe(person, proof)
  if (request.headers.get('sec-fetch-mode') === 'navigate') return seeOther('/unsubscribe', { person, proof })
  return new Response(null, { status: isDone ? 204 : 404, headers: { 'cache-control': 'no-store' } })
})

/** Opened in a browser: redirects to the page that asks first, because virus scanners open links too. */
export function GET(request: Request): Response {
  return seeOther('/unsubscribe', readQuery(request))
}
