import { foldText } from '@guichet/values/text/clean.ts'
import { nameOfLine } from './line-name.ts'
import type { TransactionNature } from './transaction.ts'

/** Longest first. */
const openings = [
  'virement instantane recu de',
  'virement instantane emis vers',
  'virement sepa recu de',
  'virement sepa emis vers',
  'virement en votre faveur de',
  'virement de',
  'virement vers',
  'vir inst recu',
  'vir inst emis',
  'vir sepa recu',
  'vir sepa emis',
  'vir recu',
  'vir emis',
  'vir inst',
  'vir sepa',
  'virement',
  'vir',
  'prelevement sepa',
  'prelevement de',
  'prelevement',
  'rejet prlv sepa',
  'rejet prlv',
  'rejet',
  'prlv sepa',
  'prlv',
  'paiement par carte',
  'paiement carte',
  'achat cb',
  'carte',
  'cb',
  'retrait dab',
  'retrait',
  'salaire',
]

/** A name contains letters. */
const numberish = /^[\W\d]*$/

/** `SALAIRES JUILLET` and `SALAIRES AOUT` are one party. */
const monthName =
  /^(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december)$/

/** The label does not say whose cheque it is. */
const cheque = /^(?:remise (?:de )?)?(?:cheques?|chq)(?: emis| numero)?[ n°o.]*\d*$/

/** One name in lists is one party. Empty if the label names nobody. */
export function counterpartyOf(label: string, nature: TransactionNature): string {
  return namedIn(label) && namedIn(nameOfLine(label, nature))
}

/** Folded, without bank prefixes (`CARTE 12/11`, `VIR SEPA RECU`), dates, months and numbers. */
export function namedIn(label: string): string {
  const text = foldText(label)
  if (cheque.test(text)) return ''
  const words = stripOpening(text)
    .split(' ')
    .filter(word => !numberish.test(word))
  const named = words.filter(word => !monthName.test(word))
  return (named.length > 0 ? named : words).slice(0, 6).join(' ').slice(0, 70)
}

function stripOpening(text: string): string {
  let rest = text
  // Twice: `VIR SEPA RECU SALAIRE NAME`.
  for (let round = 0; round < 2; round++) {
    const opening = openings.find(words => rest.startsWith(`${words} `))
    if (opening !== undefined) rest = rest.slice(opening.length + 1)
  }
  return rest
}
