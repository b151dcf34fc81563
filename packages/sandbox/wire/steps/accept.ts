import type { Step } from '#sandbox/wire/exchange.ts'
import { refuseHttp } from '#sandbox/wire/refuse.ts'

const served = ['application/hal+json', 'application/json'] as const

/** The preferred supported media type for an `Accept` header (RFC 9110 § 12.5.1); null if it excludes both. */
export function chooseMediaType(accept: string | null): (typeof served)[number] | null {
  if (accept === null || accept.trim() === '') return served[0]
  const ranges = accept.split(',').map(readRange)
  const ranked = served
    .map(type => ({ type, quality: qualityOf(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked[0]?.type ?? null
}

type Range = { readonly type: string; readonly quality: number }

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

// The most specific range decides, wherever it is in the list.
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const candidate of [type, 'application/*', '*/*']) {
    const found = ranges.find(range => range.type === candidate)
    if (found) return found.quality
  }
  return 0
}

/** 406 for an `Accept` that allows neither `application/hal+json` nor `application/json`. */
export const acceptable: Step = exchange => {
  if (chooseMediaType(exchange.headers.get('accept')) === null) {
    refuseHttp(406, 'We serve application/hal+json and application/json')
  }
}
