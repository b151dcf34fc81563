import { partsOf } from '#app/read-request.ts'
import { readBankLogo } from '#lib/services/banks/logos.ts'

type Context = { params: Promise<unknown> }

/** A bank's logo. Its address changes with it, so browsers keep it for a year; opened on its own it loads and runs nothing (server/answer-headers.ts). */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { code = '' } = await partsOf(params)
  const svg = await readBankLogo(code)
  if (svg === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(svg, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
