import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { Language } from '#sandbox/texts/catalogue.ts'
import words from '#sandbox/texts/reference-fr.json' with { type: 'json' }

/** French translations of the texts in the documents, by their English. */
export const frenchWords: Readonly<Record<string, string>> = setFrenchSpaces(words)

/** A text of the documents in the language of the page; unchanged if there is no translation. */
export function sayWords(language: Language, sentence: string): string {
  return language === 'fr' ? (frenchWords[sentence] ?? sentence) : sentence
}
