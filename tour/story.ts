import type { ClockMove } from './clock.ts'

/** A text in both languages of the tour. */
export type Text = { readonly fr: string; readonly en: string }
export type Language = keyof Text

/** Something on a page of the frame: by selector, or a button, a link, a title or a paragraph by its words. */
export type Find = { readonly css: string } | { readonly words: Text }

/** One act of the person in the frame. `{identifier}` and the like stand for a field of `Person`. */
export type Act =
  | { readonly open: string }
  | { readonly press: Find }
  | { readonly type: Find; readonly text: string }
  /** The bank's keypad, digit by digit. */
  | { readonly keypad: string }
  /** Types the one-time code that came to the phone. */
  | { readonly code: Find }
  | { readonly look: Find }
  /** Waits until host and path of the frame match a pattern. */
  | { readonly arrive: string }
  /** Something that happens at the bank, done on its control desk. */
  | { readonly desk: { readonly method: 'POST' | 'PUT'; readonly path: string; readonly body: unknown } }
  /**
   * Something at the bank that needs to be looked up there: all tokens are revoked by the customer, or the day's readings used up;
   * `tokens given back` waits until Guichet has revoked them.
   */
  | { readonly atBank: 'tokens revoked' | 'readings used up' | 'tokens given back' }
  /** Guichet reads the accounts of the chapter's connection, as Odile asks on another screen. */
  | { readonly refresh: 'while the person is there' }
  /** Whoever sent the link of the chapter tries to get what it brought. The step fails if Guichet lets them. */
  | { readonly stranger: 'claims the access' }
  /** Both clocks move; `night`: to the night after next; `reading`: to the next automatic reading of the chapter's connection. */
  | { readonly clock: ClockMove | 'night' | 'reading' }

/** Who can know something about the person. */
export const holders = ['shop', 'guichet', 'bank'] as const
export type Holder = (typeof holders)[number]
export const facts = ['password', 'identity', 'iban', 'balances', 'transactions', 'token', 'amount'] as const
export type Fact = (typeof facts)[number]
/** How something is held: in full, only in part, or so that a copy of the store is of no use, sealed or as a hash. */
export type Hold = 'full' | 'masked' | 'sealed' | 'hashed' | 'gone'
export type Learned = { readonly who: Holder; readonly fact: Fact; readonly hold: Hold }

export type Step = {
  readonly title: Text
  /** Who acts. */
  readonly who: Text
  /** What this proves. */
  readonly proves: Text
  /** The article or rule that asks for it. */
  readonly rule: Text
  readonly acts: readonly Act[]
  /** Where the frame is when the step is done: a pattern over host and path. */
  readonly until: string
  readonly learned?: readonly Learned[]
}

/** What is in place before the first step. */
export type Stage =
  | 'nothing linked'
  | 'a stranger sent a link'
  | 'everything shared'
  | 'emergency access allowed'
  | 'new certificates'
  | 'a shop asks'
  | 'a shop was paid'

/** What chapters are about, in the order of the tour. */
export const themes = ['share', 'keep', 'pay', 'trouble'] as const
export type Theme = (typeof themes)[number]

export type Chapter = {
  readonly id: string
  readonly theme: Theme
  readonly title: Text
  readonly lead: Text
  readonly stage: Stage
  /** What happens on the person's accounts at the bank; an employee's life where nothing is said. */
  readonly life?: 'cardholder'
  /** What the shop asks for, €42.00 where nothing is said. */
  readonly amount?: string
  /** The same story with other amounts, each with what the bank makes of it; the first is told where nothing is chosen. */
  readonly variants?: readonly { readonly id: string; readonly text: Text; readonly amount: string }[]
  readonly steps: readonly Step[]
}

/** The person who acts in a chapter: made for it alone, or the shop, where it acts itself. */
export type Person = {
  /** Id at the bank, for its control desk. */
  readonly customerId: string
  readonly bankCode: string
  readonly identifier: string
  readonly bankPassword: string
  readonly email: string
  readonly password: string
  /** Of the chapter's connection; empty before there is one. */
  readonly connectionId: string
  /** Path of the shop's payment link, or of the payment in the shop's own pages; empty where there is no shop. */
  readonly payPath: string
  /** Address at the bank in the link that a stranger sent; empty where there is none. */
  readonly sentUrl: string
  /** The day a week from now, `YYYY-MM-DD`. */
  readonly nextWeek: string
}

/** Who is on the stage of a chapter, and what tells their calls, payments and messages from everybody else's. */
export type Cast = {
  readonly person: Person
  /** The customer that was made for the chapter, also where the shop acts. */
  readonly odileId: string
  /** Of which every payment of the chapter holds one: the shop's order, IBANs of Odile in full. */
  readonly marks: readonly string[]
  /** Of the shop's payment link and of the payment in the shop's pages; empty where there is none. */
  readonly linkId: string
  readonly paymentId: string
}

/** An act with its placeholders replaced. */
export function fillAct(act: Act, person: Person): Act {
  return JSON.parse(JSON.stringify(act), (_, value) =>
    typeof value === 'string' ? fillText(value, person) : value,
  ) as Act
}

/** A text with its placeholders replaced; unknown ones stay. */
export function fillText(text: string, person: Person): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => person[name as keyof Person] ?? whole)
}

/** Who knows what after `done` steps, by `who:fact`, beside what is measured (client/knowledge.ts). */
export function knownAfter(chapter: Chapter, done: number): ReadonlyMap<string, Hold> {
  const known = new Map<string, Hold>(
    stageKnowledge[chapter.stage].map(({ who, fact, hold }) => [`${who}:${fact}`, hold]),
  )
  for (const { who, fact, hold } of chapter.steps.slice(0, done).flatMap(step => step.learned ?? []))
    known.set(`${who}:${fact}`, hold)
  return known
}

/** What calls and books can't show: what people know of each other, or have been told before. */
const stageKnowledge: Record<Stage, readonly Learned[]> = {
  'nothing linked': [],
  'a stranger sent a link': [],
  'a shop asks': [{ who: 'shop', fact: 'amount', hold: 'full' }],
  'a shop was paid': [
    { who: 'shop', fact: 'amount', hold: 'full' },
    { who: 'guichet', fact: 'amount', hold: 'full' },
    { who: 'guichet', fact: 'iban', hold: 'full' },
  ],
  'everything shared': [],
  'emergency access allowed': [],
  'new certificates': [],
}
