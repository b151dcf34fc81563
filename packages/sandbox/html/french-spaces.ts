/**
 * Applies French typography to a table of texts: a narrow no-break space before ; : ! ? » % € and after «, and within numbers; a
 * no-break space between a number and what it counts. A colon never begins a line. Authors type ordinary spaces.
 */
export function withFrenchSpaces<Words>(words: Words): Words
export function withFrenchSpaces(words: unknown): unknown {
  if (typeof words === 'string') return setSpaces(words)
  if (Array.isArray(words)) return words.map(withFrenchSpaces)
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([name, inner]) => [name, withFrenchSpaces(inner)]))
}

function setSpaces(sentence: string): string {
  return sentence
    .replace(/(?<![ \u00a0])[ \u00a0]+(?=[;:!?»%€])/g, '\u202f')
    .replace(/«[ \u00a0]*/g, '«\u202f')
    .replace(/(\d)[ \u00a0](?=\d{3}(?!\d))/g, '$1\u202f')
    .replace(/(\d) (?=[a-zéû])/g, '$1\u00a0')
}
