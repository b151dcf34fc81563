const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['euro', '€'],
  ['szlig', 'ß'],
  ['oslash', 'ø'],
  ['Oslash', 'Ø'],
  ['rsquo', '’'],
  ['deg', '°'],
])

/** `&Eacute;`: a letter and the name of its accent. */
const accents: ReadonlyMap<string, string> = new Map([
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circ', '\u0302'],
  ['uml', '\u0308'],
  ['tilde', '\u0303'],
  ['cedil', '\u0327'],
  ['ring', '\u030a'],
])

const pattern = /&(#[xX]?[0-9a-fA-F]{1,6}|[A-Za-z]{2,6});/g

/** HTML's, as banks leave them in their texts. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(pattern, decodeOne) : text
}

function decodeOne(whole: string, name: string): string {
  if (!name.startsWith('#')) {
    const accent = accents.get(name.slice(1))
    return named.get(name) ?? (accent ? `${name.charAt(0)}${accent}`.normalize() : whole)
  }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
