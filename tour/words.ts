import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Language } from './story.ts'

/** The tour's own words, for its page. */
export type Words = typeof fr
export const words: Record<Language, Words> = { fr, en }
