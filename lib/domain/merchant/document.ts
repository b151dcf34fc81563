/** `registration`: Kbis. `bank_details`: RIB. */
export const documentKinds = ['registration', 'bank_details', 'identity'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const maxDocumentBytes = 5 * 1024 * 1024
export const maxDocuments = 12

export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentType = (typeof documentTypes)[number]

const signatures: readonly (readonly [DocumentType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** By its first bytes; null for any other. */
export function documentTypeOf(bytes: Uint8Array): DocumentType | null {
  return signatures.find(([, start]) => start.every((byte, at) => bytes[at] === byte))?.[0] ?? null
}

const extensions: { readonly [type in DocumentType]: string } = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** Safe in a header and on any disk. */
export function documentFileName(name: string, type: DocumentType): string {
  const stem = name
    .replace(/\.[^./\\]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '')
  return `${stem || 'document'}.${extensions[type]}`
}
