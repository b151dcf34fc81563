import { seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { searchOf } from '#app/read-request.ts'
import { unsubscribe } from '#lib/services/home/weekly-summary.ts'

const readQuery = (request: Request) => {
  const query = searchOf(request)
  return { person: query.get('person') ?? '', proof: query.get('proof') ?? '' }
}

/** The button of a mail program, without a browser or a session (RFC 8058), and the button of the page. */
export const POST = guarded('summary.stop', async (request: Request): Promise<Response> => {
  const { person, proof } = readQuery(request)
  const isDone = await unsubscribe(person, proof)
  if (request.headers.get('sec-fetch-mode') === 'navigate')
    return seeOther('/unsubscribe', { done: isDone ? '1' : null })
  return new Response(null, { status: isDone ? 204 : 404, headers: { 'cache-control': 'no-store' } })
})

/** Opened in a browser: the page that asks first, since programs that check links for viruses open them too. */
export function GET(request: Request): Response {
  return seeOther('/unsubscribe', readQuery(request))
}
