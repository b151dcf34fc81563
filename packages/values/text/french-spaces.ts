/**
 * Words with French typography: a narrow no-break space before ; : ! ? » % € and after «, and within numbers; a no-break space between a
 * number and what it counts. They are written with ordinary spaces.
 */
export function setFrenchSpaces<Words>(words: Words): Words
export function setFrenchSpaces(words: unknown): unknown {
  if (typeof words === 'string') {
    return words
      .replace(/(?<![ \u00a0])[ \u00a0]+(?=[;:!?»%€])/g, '\u202f')
      .replace(/«[ \u00a0\u202f]*/g, '«\u202f')
      .replace(/(\d)[ \u00a0](?=\d{3}(?!\d))/g, '$1\u202f')
      .replace(/(\d) (?=[a-zéû])/g, '$1\u00a0')
  }
  if (Array.isArray(words)) return words.map(word => setFrenchSpaces(word))
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([name, inner]) => [name, setFrenchSpaces(inner)]))
}
