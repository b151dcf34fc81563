import { inflateSync } from 'node:zlib'

/** Objects of a PDF as our writer makes them: one cross-reference table, no object streams. By number. */
export function pdfObjects(pdf: Buffer): ReadonlyMap<string, string> {
  const found = pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map([...found].map(([, id = '', body = '']) => [id, body]))
}

/** Of an object, inflated, as latin1; empty if it has none. */
export function pdfStream(body: string): string {
  const [, data = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body) ?? []
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
}
