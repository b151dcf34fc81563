/** Addresses in a name: what a mail program makes a link of. */

/** Also looked for behind a space or a single letter, as in abbreviations. */
const commonEndings = new Set(
  'com net org info biz fr eu be ch de es it nl uk us co io me app dev xyz top site online shop store live link click example'.split(
    ' ',
  ),
)

/** Full-width letters, dots of other scripts, bracketed dots; no invisible characters. */
function plainly(text: string): string {
  return text
    .slice(0, 500)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[。｡․‧∙·•・]/gu, '.')
    .replace(/[([{<] ?(?:\.|dot|point) ?[)\]}>]/giu, '.')
    .replace(/[∕⁄／]/gu, '/')
}

/**
 * A URL, a domain, a mail or network address. A full stop before a space is an abbreviation ("St. Malo") unless a
 * common ending follows ("evil .example").
 */
export function containsAddress(text: string): boolean {
  const plain = plainly(text)
  if (/@|\/\/|\bh(?:tt|xx)ps?\b|\bwww\b|\d\.\d+\.\d+\.\d/iu.test(plain)) return true
  const parts = plain.split('.')
  return parts.some((part, index) => index > 0 && isDomain(parts[index - 1] ?? '', part))
}

function isDomain(before: string, after: string): boolean {
  const label =
    before
      .trimEnd()
      .split(/[^\p{L}\p{N}-]/u)
      .at(-1) ?? ''
  const ending = after.trimStart().split(/[^\p{L}\p{N}-]/u)[0] ?? ''
  if (label === '' || !/^(?:\p{L}{2,}|xn--.+)/u.test(ending)) return false
  if (commonEndings.has(ending.toLowerCase())) return true
  const isAbbreviation = /^\s/u.test(after) && !/\s$/u.test(before)
  return !isAbbreviation && [...label].length > 1
}

export function withoutAddress(text: string): string {
  return plainly(text)
    .replace(/[./:@\\]/g, ' ')
    .split(/\s+/u)
    .join(' ')
    .trim()
}
