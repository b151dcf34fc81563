import { rolldown } from 'rolldown'

/** The bundle of testing/processes/worker.ts. Its file names stay the same, so that its compiled form is found again. */
export const faultWorker = '.data/test/fault-worker/worker.js'

/** These are loaded from many files each; the others need their own place (pg, Prisma, pino) or are small. */
const inlined =
  /^(zod|jose|nodemailer|@peculiar|asn1js|pvutils|pvtsutils|undici|prom-client|node-forge|fast-xml-parser|standardwebhooks|@opentelemetry)(\/|$)/

/**
 * The tests of faults start a hundred processes. Loading our modules file by file takes each of them more than a second of one
 * core, so they share a bundle.
 */
export default async function bundleFaultWorker(): Promise<void> {
  const bundle = await rolldown({
    input: 'testing/processes/worker.ts',
    platform: 'node',
    external: id => /^[@a-z]/.test(id) && !inlined.test(id) && id !== 'testing/processes/worker.ts',
    resolve: { conditionNames: ['react-server', 'node', 'import'] },
    // A module that a call loads may be part of the worker itself.
    checks: { ineffectiveDynamicImport: false },
  })
  await bundle.write({
    file: faultWorker,
    format: 'esm',
    codeSplitting: false,
    // Every process reads and checks the whole text, even where it finds the code compiled. Errors keep their names.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
}
