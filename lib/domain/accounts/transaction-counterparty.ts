import { foldText } from '@guichet/values/text/clean.ts'

/** Words that banks print before the counterparty's name; longest first. */
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

/** Dates, references and counters: a name contains letters. */
const numberish = /^[\W\d]*$/

/** `CHEQUE 0012345`, `REMISE CHEQUE N° 0012620`: whose cheque it is, the label does not say. */
const cheque = /^(?:remise (?:de )?)?(?:cheques?|chq)(?: emis| numero)?[ n°o.]*\d*$/

/**
 * The counterparty, as far as the first line of the label names it: folded, without bank prefixes (`CARTE 12/11`, `VIR
 * SEPA RECU`, `PRLV SEPA`), dates and numbers. Transactions with the same value are with the same party. Empty if
 * the label names nobody, as for a cheque.
 */
export function counterpartyOf(label: string): string {
  const text = foldText(label)
  if (cheque.test(text)) return ''
  const words = stripOpening(text).split(' ')
  return words
    .filter(word => !numberish.test(word))
    .slice(0, 6)
    .join(' ')
    .slice(0, 70)
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
