import { type ConsentChoice, type ConsentKind, consentKinds, nothing } from '@guichet/stet/terms/consent-choice.ts'
import type { ConsentMatrixView } from '#lib/views/consent.ts'

/** The unsent choice on the page: one row per IBAN, in the order of the page. */

/** The consent in force as a draft; before the first consent nothing is ticked. */
export function draftOf({ rows, psuIdentity }: ConsentMatrixView): ConsentChoice {
  return { accounts: rows.map(({ iban, current }) => ({ iban, ...current })), psuIdentity }
}

/** The draft with what is ticked in its form: a field of each kind has the IBANs, `psuIdentity` the identity. */
export function draftOfForm({ accounts }: ConsentChoice, form: FormData): ConsentChoice {
  const ticked = new Map(consentKinds.map(kind => [kind, new Set(form.getAll(kind))]))
  const choose = (iban: string) => Object.fromEntries(consentKinds.map(kind => [kind, ticked.get(kind)?.has(iban)]))
  return {
    accounts: accounts.map(account => ({ ...account, ...choose(account.iban) })),
    psuIdentity: form.has('psuIdentity'),
  }
}

/** Ticks or unticks the boxes of these IBANs and kinds. */
export function tick(
  draft: ConsentChoice,
  ibans: ReadonlySet<string>,
  kinds: readonly ConsentKind[],
  on: boolean,
): ConsentChoice {
  const change: { [kind in ConsentKind]?: boolean } = Object.fromEntries(kinds.map(kind => [kind, on]))
  return {
    ...draft,
    accounts: draft.accounts.map(account => (ibans.has(account.iban) ? { ...account, ...change } : account)),
  }
}

/** Adds an account that the bank does not list, with nothing ticked. */
export function nameAccount(draft: ConsentChoice, iban: string): ConsentChoice {
  if (draft.accounts.some(account => account.iban === iban)) return draft
  return { ...draft, accounts: [...draft.accounts, { iban, ...nothing }] }
}

/** The rows of the page: those of the matrix, and one for each added account. */
export function rowsWith(matrix: ConsentMatrixView, draft: ConsentChoice): ConsentMatrixView['rows'] {
  const known = new Set(matrix.rows.map(({ iban }) => iban))
  const named = draft.accounts.filter(({ iban }) => !known.has(iban))
  return [...matrix.rows, ...named.map(({ iban }) => ({ ...unlisted, iban }))]
}

const unlisted = {
  name: '',
  product: null,
  currencies: [],
  cards: [],
  usage: null,
  psuStatus: null,
  isNew: false,
  listed: false,
  current: nothing,
}

export type BoxState = 'all' | 'some' | 'none'

/** The state of a box that represents several boxes; `none` if there are none. */
export function stateOf(boxes: readonly boolean[]): BoxState {
  const ticked = boxes.filter(Boolean).length
  if (ticked === 0) return 'none'
  return ticked === boxes.length ? 'all' : 'some'
}

export type TickedGroup = { readonly kinds: readonly ConsentKind[]; readonly count: number }

/** Groups the kinds that are ticked for the same IBANs, with their number, for one sentence of the summary. */
export function groupTicked({ accounts }: ConsentChoice): TickedGroup[] {
  const groups = new Map<string, { kinds: ConsentKind[]; count: number }>()
  for (const kind of consentKinds) {
    const ibans = accounts.filter(account => account[kind]).map(account => account.iban)
    if (ibans.length === 0) continue
    const group = groups.get(ibans.join())
    if (group) group.kinds.push(kind)
    else groups.set(ibans.join(), { kinds: [kind], count: ibans.length })
  }
  return [...groups.values()]
}

/** How many boxes are ticked, the identity counted as one. */
export function countTicked({ accounts, psuIdentity }: ConsentChoice): number {
  const boxes = accounts.flatMap(account => consentKinds.map(kind => account[kind]))
  return boxes.filter(Boolean).length + (psuIdentity ? 1 : 0)
}

/** How many boxes differ from the consent in force, the identity counted as one. */
export function countChanges(before: ConsentChoice, after: ConsentChoice): number {
  const old = new Map(before.accounts.map(account => [account.iban, account]))
  const boxes = after.accounts.flatMap(account =>
    consentKinds.map(kind => account[kind] !== (old.get(account.iban)?.[kind] ?? false)),
  )
  return boxes.filter(Boolean).length + (before.psuIdentity === after.psuIdentity ? 0 : 1)
}

/** Whether a row matches a search by name, product, or digits of its IBAN. */
export function matchesRow(row: { name: string; product: string | null; iban: string }, query: string): boolean {
  const wanted = fold(query)
  const digits = wanted.replace(/\s/g, '')
  return fold(`${row.name} ${row.product ?? ''}`).includes(wanted) || row.iban.toLowerCase().includes(digits)
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
