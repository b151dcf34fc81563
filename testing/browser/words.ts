import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { messages } from '#components/i18n/messages.ts'

type Words = (typeof messages)['fr']

/** The texts of our pages that journeys look for: the message files themselves, so that changed wording breaks nothing. */
export const words: Readonly<Record<'fr' | 'en', Words>> = { fr: readWords('fr'), en: readWords('en') }
export type Language = keyof typeof words

/** As components/i18n/messages.ts has them, which only a bundler can import. */
function readWords(language: string): Words {
  const areas = globSync(`components/i18n/messages/${language}/*.json`).map(file => [
    basename(file, '.json').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    JSON.parse(readFileSync(file, 'utf8')),
  ])
  return Object.fromEntries(areas)
}
