import 'server-only'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { BadEnvironment, readEnv, readVaultSource, VaultKeys } from '#lib/env.ts'

/** Next loads modules more than once. */
const shared = globalThis as typeof globalThis & {
  guichetVaultKeys?: { readonly from: string; readonly keys: VaultKeys }
}

const commandMs = 10_000
const longestList = 65_536

/**
 * First key encrypts. Read once, because a command blocks (10 s at most), before the first request. Throws
 * BadEnvironment, never with a key or output.
 */
export function readVaultKeys(): VaultKeys {
  const source = readVaultSource()
  const from = `${source} ${process.env[source]}`
  if (shared.guichetVaultKeys?.from === from) return shared.guichetVaultKeys.keys
  const keys = VaultKeys.safeParse(readers[source]())
  if (!keys.success) throw new BadEnvironment(`${source}: ${contents[source]} ${keys.error.issues[0]?.message}`)
  shared.guichetVaultKeys = { from, keys: keys.data }
  return keys.data
}

const contents = {
  VAULT_KEYS: 'it',
  VAULT_KEYS_FILE: 'the content of the file',
  VAULT_KEYS_COMMAND: 'what the command printed',
} as const

const readers: { readonly [source in keyof typeof contents]: () => string } = {
  VAULT_KEYS: () => readEnv('VAULT_KEYS') ?? '',
  VAULT_KEYS_FILE: readKeyFile,
  VAULT_KEYS_COMMAND: runKeyCommand,
}

/** Mode 0400 or 0600; of root's file its group may read too, as Kubernetes and systemd do. */
export function isPrivate({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  return (mode & 0o077) === 0 || (uid === 0 && (mode & 0o037) === 0)
}

function readKeyFile(): string {
  const path = readEnv('VAULT_KEYS_FILE') ?? ''
  try {
    if (process.getuid && !isPrivate(statSync(path)))
      throw new BadEnvironment(`VAULT_KEYS_FILE: others than its owner may use ${path}. Run chmod 400 ${path}.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof BadEnvironment) throw error
    throw new BadEnvironment(`VAULT_KEYS_FILE: ${path} does not exist, or this user can't read it.`)
  }
}

/** Errors are shown, output never. */
function runKeyCommand(): string {
  const { status, signal, stdout, error } = spawnSync('/bin/sh', ['-c', readEnv('VAULT_KEYS_COMMAND') ?? ''], {
    timeout: commandMs,
    maxBuffer: longestList,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const why = error && 'code' in error ? String(error.code) : (signal ?? status)
  if (why === 'ETIMEDOUT') throw badCommand(`did not end within ${commandMs / 1_000} s`)
  if (why !== 0) throw badCommand(`failed (${why})`)
  return stdout
}

function badCommand(what: string): BadEnvironment {
  return new BadEnvironment(
    `VAULT_KEYS_COMMAND: the command ${what}. Run it as this user: it must print the keys and nothing else.`,
  )
}
