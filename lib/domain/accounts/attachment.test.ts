import { expect, test } from 'vitest'
import { attachmentName, attachmentTypeOf } from './attachment.ts'

test.each([
  ['%PDF-1.7 …', 'application/pdf'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['RIFF....WAVEfmt ', null],
  [' %PDF-1.7', null],
  ['<svg xmlns', null],
  ['', null],
])('%j is %s', (text, type) => expect(attachmentTypeOf(Buffer.from(text, 'latin1'))).toBe(type))

test.each([
  ['Facture EDF.pdf', 'Facture EDF.png'],
  ['C:\\tmp\\rec\u0327u.PNG', 'reçu.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['a"; filename=b.exe', 'a_ filename_b.png'],
  ['Απόδειξη.jpg', 'Απόδειξη.png'],
  ['\u202egnp.exe\r\n', '_gnp_exe_.png'],
  ['👍.png', 'receipt.png'],
  ['', 'receipt.png'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(80)}.png`],
])('a PNG called %j is saved as %s', (name, saved) => expect(attachmentName(name, 'image/png')).toBe(saved))
