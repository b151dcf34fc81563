const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['euro', '€'],
  ['eacute', 'é'],
  ['egrave', 'è'],
  ['ecirc', 'ê'],
  ['agrave', 'à'],
  ['ccedil', 'ç'],
])

const pattern = /&(#[xX]?[0-9a-fA-F]{1,6}|[a-z]{2,6});/g

/** HTML's, as banks leave them in their texts. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(pattern, decodeOne) : text
}

function decodeOne(whole: string, name: string): string {
  if (!name.startsWith('#')) return named.get(name) ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
