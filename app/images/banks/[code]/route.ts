import { answerAnyone } from '#app/answer.ts'
import { readBankLogo } from '#lib/services/banks/logos.ts'

/** A bank's logo. Its address changes with it, so browsers keep it for a year; opened on its own it loads and runs nothing (server/answer-headers.ts). */
export const GET = answerAnyone(async ({ part }) => {
  const svg = await readBankLogo(part('code'))
  if (svg === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(svg, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  })
})
