import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { Language } from '#sandbox/texts/catalogue.ts'
import members from '#sandbox/texts/members.json' with { type: 'json' }
import words from '#sandbox/texts/reference-fr.json' with { type: 'json' }

/** French translations of the texts in the documents, by their English. */
export const frenchWords: Readonly<Record<string, string>> = setFrenchSpaces(words)

const frenchMembers = setFrenchSpaces(
  Object.fromEntries(Object.values(members).map(([french = '', english = '']) => [english, french])),
)

/** A text of the documents in the language of the page; unchanged if there is no translation. */
export function sayWords(language: Language, sentence: string): string {
  return language === 'fr' ? (frenchWords[sentence] ?? frenchMembers[sentence] ?? sentence) : sentence
}
