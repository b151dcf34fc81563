import type { Notice } from '#sandbox/store/journey.ts'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** All texts of the customers' screens in one language. `{name}` is a placeholder. */
export type Texts = {
  readonly ribbon: string
  readonly ribbonHelp: string
  readonly skip: string
  readonly otherLanguage: string
  readonly switchLanguage: string
  readonly errorTitle: string
  readonly progress: string
  readonly wish: string
  readonly refuse: string
  readonly refuseHelp: string
  readonly continue: string
  readonly secure: string
  readonly help: string
  readonly timeLeft: string
  readonly identifier: {
    readonly title: string
    readonly intro: string
    readonly label: string
    readonly hintRetail: string
    readonly hintProfessional: string
    readonly hintBoth: string
    readonly remember: string
    readonly rememberHelp: string
  }
  readonly password: {
    readonly title: string
    readonly introKeypad: string
    readonly introTyped: string
    readonly label: string
    readonly hintKeypad: string
    readonly hintTyped: string
    readonly keypad: string
    readonly erase: string
    readonly clear: string
    readonly typed: string
    readonly signedInAs: string
    readonly change: string
    readonly submit: string
  }
  readonly code: {
    readonly title: string
    readonly intro: string
    readonly label: string
    readonly hint: string
    readonly submit: string
    readonly resend: string
    readonly noResend: string
    readonly phone: string
    readonly drawn: string
    readonly now: string
    readonly message: string
    readonly warning: string
  }
  /** What a demonstration types in one's place. */
  readonly demonstration: {
    readonly title: string
    readonly note: string
    readonly person: string
    readonly password: string
    readonly code: string
  }
  readonly approval: {
    readonly title: string
    readonly greeting: string
    readonly whatTitle: string
    readonly what: Readonly<Record<'aisp' | 'cbpii', string>>
    readonly choiceTitle: string
    readonly choice: Readonly<Record<'aisp' | 'cbpii', string>>
    readonly whoTitle: string
    readonly who: string
    readonly untilTitle: string
    readonly until: string
    readonly undoTitle: string
    readonly undo: string
    readonly never: string
    readonly approve: string
    readonly refuse: string
  }
  readonly terminated: { readonly title: string; readonly text: string; readonly back: string }
  readonly ended: {
    readonly title: string
    readonly approved: string
    readonly refused: string
    readonly text: string
    readonly back: string
  }
  readonly problems: Readonly<Record<Problem, { readonly title: string; readonly text: string }>>
  readonly problemCode: string
  readonly app: { readonly standIn: string; readonly version: string }
  readonly notices: Readonly<Record<Notice, string>>
  readonly malformed: Readonly<Record<Malformed, string>>
  readonly home: {
    readonly lead: string
    readonly retail: string
    readonly professional: string
    readonly about: string
    readonly aboutText: string
    readonly openBanking: string
    readonly openBankingText: string
    readonly people: string
    readonly peopleText: string
    readonly person: string
    readonly identifier: string
    readonly password: string
    readonly story: string
    readonly facts: string
    readonly bic: string
    readonly code: string
    readonly interface: string
    readonly group: string
  }
}

/** Why only the bank's own page is shown, without a redirect (bank:D6). */
export const problems = [
  'unknown_client',
  'unknown_redirect_uri',
  'repeated_parameter',
  'unknown_request',
  'other_browser',
  'unknown_payment',
  'nonce_used',
  'fallback_missing',
  'fallback_invalid',
  'fallback_expired',
  'fallback_other_bank',
  'fallback_used',
  'fallback_ended',
  'foreign_form',
  'not_found',
  'too_large',
  'our_fault',
] as const
export type Problem = (typeof problems)[number]

/** Faults of a typed identifier. */
export const malformations = [
  'empty',
  'retail_not_eight_digits',
  'professional_without_dash',
  'professional_form',
  'professional_at_retail',
  'neither_form',
] as const
export type Malformed = (typeof malformations)[number]

/** Replaces `{name}` in a text. The result is plain text: the template escapes it. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The language of a request: the customer's choice, else the first supported one of Accept-Language, else French. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  const own = languages.find(language => language === chosen)
  if (own) return own
  const wished = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map(p => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(q => q !== undefined)
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(wish => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (
    languages.find(language => language === wished.find(wish => wish.tag === 'fr' || wish.tag === 'en')?.tag) ?? 'fr'
  )
}

/** The other language, for the switch. */
export function otherLanguage(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr'
}
