import { foldText } from '@guichet/values/text/clean.ts'
import { wordDistance } from '@guichet/values/text/word-distance.ts'
import brands from './known-brands.json' with { type: 'json' }

const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα@4ɑ',
    b: 'вβ8',
    c: 'сϲ¢',
    d: 'ԁ',
    e: 'еε3€є',
    g: 'ɡ',
    h: 'һн',
    n: 'ηп',
    i: 'іι1!ıl|ӏ',
    j: 'ј',
    k: 'кκ',
    m: 'мμ',
    o: 'оο0σ',
    p: 'рρ',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υц',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
    z: 'ᴢ',
  }).flatMap(([letter, alikes]) => [...alikes].map(alike => [alike, letter] as const)),
)

/** Look-alikes replaced (`l` is `i`), `rn` as `m`, `vv` as `w`. */
function looksOf(text: string): string[] {
  const folded = [...foldText(text)].map(character => lookAlikes.get(character) ?? character).join('')
  return folded
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
}

/**
 * Of names payers trust: an operator always checks them. Those most often imitated in France; a false alarm costs a
 * minute.
 */
const looks = brands.map(brand => ({ brand, look: looksOf(brand).join('') }))

/** One letter off, shorter ones match ordinary words. */
const shortestMisspelt = 7
const shortestWithin = 6

/**
 * Words of the name whatever accents, case, spaces and look-alikes; longer brands also inside a word or with one
 * letter wrong. Null: none.
 */
export function findKnownBrand(name: string): string | null {
  const words = looksOf(name)
  const whole = words.join('')
  const found = looks.find(({ look }) => {
    if (isRunOf(words, look)) return true
    if (look.length >= shortestWithin && whole.includes(look)) return true
    return look.length >= shortestMisspelt && [...words, whole].some(word => wordDistance(word.slice(0, 60), look) <= 1)
  })
  return found?.brand ?? null
}

/** `A p p l e`, `Caisse d’Épargne`. */
function isRunOf(words: readonly string[], look: string): boolean {
  return words.some((_, from) => {
    let joined = ''
    for (const word of words.slice(from)) {
      joined += word
      if (joined.length >= look.length) return joined === look
    }
    return false
  })
}
