/**
 * French words with the spaces that French puts before its high signs and inside its quotation marks, as spaces at which no
 * line breaks: a colon never begins one. Takes a table of words whole.
 */
export function withFrenchSpaces<Words>(words: Words): Words
export function withFrenchSpaces(words: unknown): unknown {
  if (typeof words === 'string') return words.replace(/ (?=[:;!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0')
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([name, inner]) => [name, withFrenchSpaces(inner)]))
}
