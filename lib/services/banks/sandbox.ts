import { type Env, readEnv } from '#lib/env.ts'

type Addresses = Pick<Env, 'LOCAL_TLS' | 'SANDBOX_SCREENS_PORT'>

/** A bank's, or the start page; `*` for all banks. */
export function sandboxScreens({ LOCAL_TLS, SANDBOX_SCREENS_PORT }: Addresses, bankCode?: string): string {
  const scheme = LOCAL_TLS === undefined ? 'http' : 'https'
  return `${scheme}://${bankCode === undefined ? '' : `${bankCode}.`}sandbox.localhost:${SANDBOX_SCREENS_PORT}`
}

export function readSandboxScreens(bankCode?: string): string {
  const addresses = { LOCAL_TLS: readEnv('LOCAL_TLS'), SANDBOX_SCREENS_PORT: readEnv('SANDBOX_SCREENS_PORT') }
  return sandboxScreens(addresses, bankCode)
}

/** Null if BANK_SCREENS configures the banks. */
export function readSandboxUrl(): string | null {
  return readEnv('BANK_SCREENS') === undefined ? `${readSandboxScreens()}/` : null
}
