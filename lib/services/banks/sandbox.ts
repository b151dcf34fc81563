import { readEnv } from '#lib/env.ts'

/** Address of the sandbox bank's start page; null if the banks are configured by BANK_SCREENS. */
export function readSandboxUrl(): string | null {
  if (readEnv('BANK_SCREENS') !== undefined) return null
  return `http://sandbox.localhost:${readEnv('SANDBOX_SCREENS_PORT')}/`
}
