import type { PageData } from '#tour/page.ts'
import { make } from './make.ts'

/** A text whose words of the field say what they mean, where they stand. */
export function explainTerms(text: string, { terms }: PageData): (string | HTMLElement)[] {
  const known = Object.keys(terms).sort((one, other) => other.length - one.length)
  const parts = text.split(new RegExp(`(?<![\\w-])(${known.join('|')})(?![\\w-])`))
  return parts.map((part, at) => {
    const meaning = at % 2 === 1 ? terms[part] : undefined
    return meaning === undefined
      ? part
      : make('span', { class: 'member', tabindex: '0', 'data-why': meaning }, [
          part,
          make('span', { class: 'hidden' }, ` (${meaning})`),
        ])
  })
}
