import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { buildNext } from '#scripts/build/build.ts'

/**
 * An application of one route and one page with nothing in them, behind a plain server: what the framework costs by itself. Run as a
 * program it serves the build in the folder given to it and sends its port to its parent.
 */

const folder = resolve('.data', 'bench', 'empty-next')

/** Never static: no page of ours is, because each has a nonce. */
const dynamic = "export const dynamic = 'force-dynamic'\n"
const files = {
  'app/layout.js': `${dynamic}export default ({ children }) => <html lang="en"><body>{children}</body></html>\n`,
  'app/page.js': 'export default () => <h1>Empty</h1>\n',
  'app/route/route.js': `${dynamic}export const GET = () => Response.json({})\n`,
  'next.config.mjs': `const root = ${JSON.stringify(resolve('.'))}
export default { compress: false, poweredByHeader: false, outputFileTracingRoot: root }\n`,
}

/** Builds it once for each version of Next; returns the folder. */
export async function buildEmptyNext(): Promise<string> {
  const version = readFileSync('node_modules/next/package.json', 'utf8')
  const wanted = createHash('sha256').update(JSON.stringify(files)).update(version).digest('hex')
  const stamp = join(folder, '.next', 'bench-build')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  // With webpack: Turbopack looks for an instrumentation in the folders above too, and would build in ours.
  await buildNext(['--webpack', folder])
  writeFileSync(stamp, wanted)
  return folder
}

async function serve(dir: string): Promise<void> {
  process.once('disconnect', () => process.exit(0))
  const { default: next } = await import('next')
  const app = next({ dev: false, dir })
  await app.prepare()
  const handle = app.getRequestHandler()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (import.meta.main) await serve(process.argv[2] ?? folder)
