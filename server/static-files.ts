import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const root = '.next/static'
const texts = (folder: string) => globSync(`**/*{${Object.keys(types).join(',')}}`, { cwd: folder })

/** Writes each script, style sheet and drawing of a build once more, compressed as far as Brotli can. */
export function compressStatic(folder = root): void {
  for (const path of texts(folder)) {
    const file = join(folder, path)
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
}

/**
 * Answers requests for what `compressStatic` wrote from memory. The framework would compress each file again for every visit,
 * with gzip, which is a sixth longer. It gets everything else, and the requests of clients that don't read Brotli.
 */
export function serveStatic(handle: RequestListener, folder = root): RequestListener {
  const files = new Map(
    texts(folder)
      .map(path => ({ path, file: join(folder, `${path}.br`) }))
      .filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .map(({ path, file }) => [
        `/_next/static/${path}`,
        { type: types[extname(path)] ?? '', body: readFileSync(file) },
      ]),
  )
  return (request, response) => {
    const { method, url = '', headers } = request
    const found = method === 'GET' || method === 'HEAD' ? files.get(url.split('?', 1)[0] ?? '') : undefined
    if (found === undefined || !readsBrotli(headers['accept-encoding'])) return handle(request, response)
    response.writeHead(200, {
      'content-type': found.type,
      'content-encoding': 'br',
      'content-length': found.body.length,
      // A file's name contains its hash.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    response.end(method === 'HEAD' ? undefined : found.body)
  }
}

function readsBrotli(header: string | readonly string[] | undefined): boolean {
  const asked = String(header ?? '').split(',')
  return asked.some(one => /^\s*br\s*(?:;|$)/.test(one) && !/;\s*q=0(?:\.0*)?\s*$/.test(one))
}
