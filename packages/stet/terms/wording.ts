import { foldText } from '@guichet/values/text/clean.ts'

/**
 * Whether a bank's text is ours as the bank stores it. Banks store names and remittance information in the SEPA
 * character set and in fields of their own length: letter case, accents, ligatures, spacing and punctuation may change,
 * German umlauts may become `AE`, `OE`, `UE`, and the end may be cut.
 */

/** The shortest field for a name at European banks; a space at the cut may be missing. */
const shortestField = 35
const shortestCut = shortestField - 1
/** No field is longer (bank:D46: 140); a letter becomes at most this many when transliterated. */
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

/**
 * Whether `theirs` has our wording. Only letters and digits count; a text without any must be identical. A prefix of at
 * least 34 characters suffices, because shorter fields don't exist.
 */
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
