import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** The bundles of testing/processes/worker.ts and of the bank. Their names stay the same, so that their compiled forms are found again. */
export const faultWorker = '.data/test/programs/fault-worker.js'
export const bankProgram = '.data/test/programs/bank.js'

/** These are loaded from many files each; the others need their own place (pg, Prisma, pino) or are small. */
const inlined =
  /^(zod|jose|nodemailer|hono|@hono|@guichet|@peculiar|asn1js|pvutils|pvtsutils|undici|prom-client|node-forge|fast-xml-parser|standardwebhooks|@opentelemetry|@oxc-project)(\/|$)/

/** Modules read the files beside them, wherever they are bundled. */
const ownPlace = {
  name: 'own-place',
  transform: (code: string, id: string) =>
    code
      .replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, name: string) => urlOf(createRequire(id).resolve(name)))
      .replaceAll('import.meta.url', urlOf(id)),
}
const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href)

/**
 * The tests start the bank fifty times, and those of faults a hundred processes. Loading our modules file by file takes each of them
 * more than a second of one core.
 */
export default async function bundlePrograms(): Promise<void> {
  await bundle('testing/processes/worker.ts', faultWorker)
  await bundle('packages/sandbox/main.ts', bankProgram)
}

async function bundle(input: string, file: string): Promise<void> {
  const made = await rolldown({
    input,
    platform: 'node',
    external: id => /^[@a-z]/.test(id) && !inlined.test(id) && id !== input,
    plugins: [ownPlace],
    resolve: { conditionNames: ['react-server', 'node', 'import'] },
    // A module that a call loads may be part of the program itself.
    checks: { ineffectiveDynamicImport: false },
  })
  await made.write({
    file,
    format: 'esm',
    codeSplitting: false,
    // Every process reads and checks the whole text, even where it finds the code compiled. Errors keep their names.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
}
