import { foldText } from '@guichet/values/text/clean.ts'

/**
 * Whether a bank's text is ours as the bank stores it: in the SEPA character set, perhaps cut; case, accents,
 * umlauts (`AE`, `OE`, `UE`), spacing and punctuation may change.
 */

/** The shortest field for a name at European banks. */
const shortestField = 35
const shortestCut = shortestField - 1
/** bank:D46 has 140; a letter becomes at most this many. */
const longest = 140 * 8

const umlauts: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
])

const lettersOf = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

const withoutUmlauts = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, letter => umlauts.get(letter) ?? letter)

/** Only letters and digits count; a text without any must be identical. A prefix of 34 characters suffices. */
export function isSameWording(ours: string, theirs: string): boolean {
  if (theirs.length > longest) return false
  if (theirs === ours) return true
  const letters = lettersOf(theirs)
  if (letters === '') return lettersOf(ours) === '' && theirs.trim() === ours.trim()
  const isCut = [...theirs].length >= shortestCut
  return [ours, withoutUmlauts(ours)]
    .map(lettersOf)
    .some(whole => whole === letters || (isCut && whole.startsWith(letters)))
}
