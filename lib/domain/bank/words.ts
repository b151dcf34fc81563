import { foldText } from '#lib/domain/text/clean.ts'

/**
 * Whether a bank's text is ours in the bank's hand. Banks store names and remittance information in the SEPA character set
 * and in fields of their own length: letter case, accents, ligatures, spacing and punctuation may come back otherwise, German
 * umlauts also as `AE`, `OE`, `UE`, and the end may be missing.
 */

/** The shortest field in which banks of Europe keep a name; where it was cut after a space, the space may be gone. */
const shortestField = 35
const shortestCut = shortestField - 1
/** No field of theirs is longer (D46: 140); a letter takes at most this many when it is written out. */
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
 * Whether `theirs` says what we said. Only letters and digits count; a text without any must be the same. The beginning of
 * ours is enough when at least 34 characters of it are there, for shorter fields do not exist.
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
