import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Begins a command of production: prints `help` and ends if asked for it, refuses unknown arguments, and reads `.env` beside
 * package.json if there is one. A variable that is set already wins.
 */
export function beginCommand(help: string): void {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
    if (values.help) {
      console.log(help)
      process.exit(0)
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
  loadEnvFile()
}

/**
 * Reads `.env` beside package.json if there is one. A variable that is set already wins. Under systemd the file may be root's alone, and its
 * variables are set.
 */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    accessSync('.env', constants.R_OK)
    process.loadEnvFile('.env')
  } catch (error) {
    process.stderr.write(`.env is not read (${describeError(error)}): the variables of the environment count.\n`)
  }
}

/** Ends the process with a sentence, without a stack trace. */
export function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** What went wrong, in one line. A connection refused at several addresses has no message of its own. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeError).join('; ')
  const message = error instanceof Error ? error.message : String(error)
  // What Prisma says before the reason.
  return message.replace(/^\s*Invalid `[^`]+` invocation[^\n]*\s+/, '')
}

type RunOptions = { readonly env?: Readonly<Record<string, string>>; readonly signal?: AbortSignal | undefined }

/** Runs Node to its end in a process of its own; returns what it printed. What a failed one said is in the error. */
export async function runNode(
  what: string,
  args: readonly string[],
  { env = {}, signal }: RunOptions = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 2 ** 20, ...(signal ? { signal } : {}) }
  return new Promise((done, failed) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error) done(stdout)
      else failed(signal?.aborted ? error : new Error(`${what} failed:\n${stdout}${stderr}`))
    })
  })
}
