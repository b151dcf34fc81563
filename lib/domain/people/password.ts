import { foldText } from '@guichet/values/text/clean.ts'
import lines from './common-passwords.json' with { type: 'json' }

/** Tried first; lower case, without accents and trailing digits and punctuation. */
export const commonPasswords: ReadonlySet<string> = new Set(lines.flatMap(line => line.split(' ')))

/** C26: 8 to 256 characters of any kind, but none that attackers try first. */

export const passwordMinLength = 8
export const passwordMaxLength = 256

export const passwordFaults = ['too_short', 'too_long', 'common', 'is_email'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** Characters, not bytes; null if valid. */
export function findPasswordFault(password: string, email: string): PasswordFault | null {
  const length = [...password].length
  if (length < passwordMinLength) return 'too_short'
  if (length > passwordMaxLength) return 'too_long'
  const folded = foldText(password)
  if (isOfEmail(folded, email)) return 'is_email'
  return isCommon(folded) ? 'common' : null
}

function isOfEmail(folded: string, email: string): boolean {
  const address = foldText(email)
  const [local = ''] = address.split('@')
  return address !== '' && (folded === address || (local.length >= 4 && withoutEnds(folded) === withoutEnds(local)))
}

function isCommon(folded: string): boolean {
  const bare = withoutEnds(folded)
  const candidates = [folded, bare, withoutEnds(plainLetters(folded)), plainLetters(bare)]
  return (
    candidates.some(text => commonPasswords.has(text.replace(/[\s._-]/g, ''))) || isRun(folded) || isRepetition(folded)
  )
}

/** People add these to satisfy rules. */
function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
}

const letterBySign: ReadonlyMap<string, string> = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['1', 'i'],
  ['!', 'i'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
])

function plainLetters(text: string): string {
  return text.replace(/[@4310!$57]/g, sign => letterBySign.get(sign) ?? sign)
}

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
]

function isRun(text: string): boolean {
  const reversed = [...text].reverse().join('')
  return runs.some(run => run.includes(text) || run.includes(reversed))
}

/** aaaaaaaa, 12121212, abcdabcd. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+$/u.test(text)
}
