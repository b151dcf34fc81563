/** By BOM, UTF-8 if valid, else the single-byte encoding that makes most letters of it. Null if it is no text. */
export function decodeFile(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes
  const even16 = bytes.subarray(0, bytes.length & ~1)
  // Text in UTF-32 begins with a mark or an ASCII sign.
  if (third === 0 && fourth === 0 && (second === 0 || second === 0xfe)) return decodeWide(bytes, true)
  if (first === 0 && second === 0 && (third === 0 || third === 0xfe)) return decodeWide(bytes, false)
  if (first === 0xff && second === 0xfe) return decode('utf-16le', even16)
  if (first === 0xfe && second === 0xff) return decode('utf-16be', even16)
  if (signatures.some(signature => signature.every((byte, at) => bytes[at] === byte))) return null
  const start = bytes.subarray(0, 8_192)
  const [even, odd] = [0, 1].map(side => start.filter((byte, at) => byte === 0 && at % 2 === side).length)
  const nulls = (even ?? 0) + (odd ?? 0)
  if (nulls * 3 > start.length && Math.min(even ?? 0, odd ?? 0) * 10 < nulls)
    return decode((even ?? 0) < (odd ?? 0) ? 'utf-16le' : 'utf-16be', even16)
  if (nulls * 20 > start.length) return null
  const text = decode('utf-8', bytes) ?? decodeBroken(bytes) ?? decodeOther(bytes) ?? decodeSingle(bytes)
  return nulls === 0 ? text : text.replaceAll('\0', '')
}

/** UTF-32, which `TextDecoder` doesn't know. */
function decodeWide(bytes: Uint8Array, isLittle: boolean): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3)
  const signs: string[] = []
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, isLittle)
    if (code > 0x10ffff) return null
    signs.push(String.fromCodePoint(code))
  }
  return signs.join('').replace(/^\uFEFF/, '')
}

/** Workbooks and archives (unpacked before), old workbooks, PDF, PNG, JPEG, GIF. */
const signatures = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50],
  [0xff, 0xd8],
  [0x47, 0x49, 0x46, 0x38],
]

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** 0x80 to 0x9F of code page 850, which `TextDecoder` doesn't know. */
const dos = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ'
const french = /[éèêëàâçùûîïôœŒÉÈÀÇ€°’«»\u00a0]/g

/** UTF-8 with a few wrong bytes, as of two files in one. */
function decodeBroken(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes)
  const wrong = text.match(/\ufffd/g)?.length ?? 0
  return (text.match(/[\u0080-\ufffc]/g)?.length ?? 0) > wrong * 2 ? text : null
}

const western = /[éèêëàâçùûîïôœŒÉÈÀÇ€°’«»\u00a0ÊËÂÎÏÔÙÛáíóúñÁÍÓÚÑäöüÄÖÜß¡¿…–—“”]/g

const cyrillic = ['windows-1251', 'koi8-r', 'ibm866'] as const
const commonLetters = /[оеаинтсрвл]/giu

/**
 * Where letters beyond ASCII aren't the exception: Chinese if all bytes go in its pairs, which words of odd length
 * break, else Cyrillic in the page that gives most common letters.
 */
function decodeOther(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 8_192)
  const lengthOf = (words: RegExp) => toWindows(start).match(words)?.join('').length ?? 0
  // No Western word has three letters in a row beyond ASCII.
  if (lengthOf(/[\u0080-\uffff]{3,}/g) <= lengthOf(/[a-z]/gi) / 2) return null
  const commonIn = (encoding: string) => decode(encoding, start)?.match(commonLetters)?.length ?? 0
  const [page = ''] = cyrillic.toSorted((left, right) => commonIn(right) - commonIn(left))
  return decode('gb18030', bytes) ?? decode(page, bytes)
}

function decodeSingle(bytes: Uint8Array): string {
  const decoders = [toWindows, toLatin9, toMacintosh, toCodePage850]
  const start = bytes.subarray(0, 200_000)
  const lettersOf = (decoder: (bytes: Uint8Array) => string) =>
    decoder(start).match(decoder === toWindows ? western : french)?.length ?? 0
  const best = decoders.reduce((one, other) => (lettersOf(other) > lettersOf(one) ? other : one))
  const page = best === toWindows ? pageOf(toWindows(start)) : undefined
  return page === undefined ? best(bytes) : new TextDecoder(page).decode(bytes)
}

/** `zap³ata`: what Polish letters are in Windows-1252. */
const polishSigns = /\p{L}([±¶³¹])\p{L}/u
/** Letters there of texts in another page, and what such texts don't have. */
const pages: readonly (readonly [page: string, has: readonly RegExp[], lacks: RegExp])[] = [
  // Czech and Slovak: `pøíjem`, `výbìr`.
  ['windows-1250', [/[ìøò]/i, /[ýšžíá¹¾]/i], /[åæàêçõ]/i],
  // Croatian and Slovene: `plaæanje`, `raèun`.
  ['windows-1250', [/[èæ]/i, /[šž¹¾]/i], /[éàêçåø]/i],
  // Hungarian: `befizetõ`.
  ['windows-1250', [/[õû]/i, /[öüóú]/i, /[áéí]/i], /[ãçêèà]/i],
  // Turkish: `alýþveriþ`.
  ['windows-1254', [/[þðý]/i, /[üöç]/i], /[áíóúæ]/i],
]

function pageOf(text: string): string | undefined {
  const polish = polishSigns.exec(text)?.[1]
  const [page] = pages.find(([, has, lacks]) => has.every(one => one.test(text)) && !lacks.test(text)) ?? []
  if (polish === undefined) return page === 'windows-1250' && /[¹¾]/.test(text) ? 'iso-8859-2' : page
  return polish < '²' || page !== undefined ? 'iso-8859-2' : 'windows-1250'
}

const toWindows = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
const toLatin9 = (bytes: Uint8Array) => new TextDecoder('iso-8859-15').decode(bytes)
const toMacintosh = (bytes: Uint8Array) => new TextDecoder('macintosh').decode(bytes)

function toCodePage850(bytes: Uint8Array): string {
  return toWindows(bytes).replace(
    /[^ -~\s]/g,
    (character, at: number) => dos.charAt((bytes[at] ?? 0) - 0x80) || character,
  )
}
