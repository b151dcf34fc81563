/** Receipts: what a file is follows from its bytes, never from its name or what the browser says. */

export const attachmentLimits = { bytes: 5 * 1024 * 1024, each: 5, all: 500 } as const

const kinds = {
  'application/pdf': { extension: 'pdf', is: (bytes: Uint8Array) => startsWith(bytes, 0, '%PDF-') },
  'image/jpeg': { extension: 'jpg', is: (bytes: Uint8Array) => startsWith(bytes, 0, '\xff\xd8\xff') },
  'image/png': { extension: 'png', is: (bytes: Uint8Array) => startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') },
  'image/webp': {
    extension: 'webp',
    is: (bytes: Uint8Array) => startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBPVP8'),
  },
} as const
export type AttachmentType = keyof typeof kinds

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/** Null: none that is taken. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  return attachmentTypes.find(type => kinds[type].is(bytes)) ?? null
}

export const attachmentTypes = Object.keys(kinds) as AttachmentType[]

/** Letters of any script, with the extension of what it is. */
export function attachmentName(name: string, type: AttachmentType): string {
  const last = name.slice(-200).split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ()_-]+/gu, '_')
    .trim()
  const cut = [...plain].slice(0, 80).join('')
  return `${/[\p{L}\p{N}]/u.test(cut) ? cut : 'receipt'}.${kinds[type].extension}`
}
