import { describe, expect, test } from 'vitest'
import { documentFileName, documentTypeOf } from './document.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('a document’s type', () => {
  test.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ])('%j is %s', (start, type) => expect(documentTypeOf(bytes(start))).toBe(type))

  test.each([
    '',
    '%PDF',
    ' %PDF-1.7',
    '<html>',
    '<svg onload=alert(1)>',
    'PK\x03\x04',
    'GIF89a',
    '\x89PNG\r\n',
    'MZ\x90',
  ])('%j is none', start => expect(documentTypeOf(bytes(start))).toBeNull())
})

test.each([
  ['Kbis été 2026.PDF', 'Kbis-ete-2026.pdf'],
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['a"\r\nX-Evil: 1.png', 'a-X-Evil-1.pdf'],
  ['scan.exe', 'scan.pdf'],
  ['', 'document.pdf'],
  ['…', 'document.pdf'],
])('the file name %j becomes %s', (name, safe) => expect(documentFileName(name, 'application/pdf')).toBe(safe))
