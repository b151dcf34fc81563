import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { Language } from '#sandbox/texts/catalogue.ts'
import headers from '#sandbox/texts/headers.json' with { type: 'json' }
import members from '#sandbox/texts/members.json' with { type: 'json' }
import words from '#sandbox/texts/reference-fr.json' with { type: 'json' }

/** French translations of the texts in the documents, by their English. */
export const frenchWords: Readonly<Record<string, string>> = setFrenchSpaces(words)

/** Of members of bodies and of headers. */
const frenchNamed = setFrenchSpaces(
  Object.fromEntries(
    [members, headers].flatMap(texts => Object.values(texts)).map(([french = '', english = '']) => [english, french]),
  ),
)

/** A text of the documents in the language of the page; unchanged if there is no translation. */
export function sayWords(language: Language, sentence: string): string {
  return language === 'fr' ? (frenchWords[sentence] ?? frenchNamed[sentence] ?? sentence) : sentence
}
