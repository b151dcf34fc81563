import { type Env, readEnv } from '#lib/env.ts'

type Addresses = Pick<Env, 'LOCAL_TLS' | 'SANDBOX_SCREENS_PORT'>

/** Origin of the sandbox bank's screens: of a bank's customers, or of the start page. `*` names those of every bank. */
export function sandboxScreens({ LOCAL_TLS, SANDBOX_SCREENS_PORT }: Addresses, bankCode?: string): string {
  const scheme = LOCAL_TLS === undefined ? 'http' : 'https'
  return `${scheme}://${bankCode === undefined ? '' : `${bankCode}.`}sandbox.localhost:${SANDBOX_SCREENS_PORT}`
}

/** The same by this process's environment. */
export function readSandboxScreens(bankCode?: string): string {
  const addresses = { LOCAL_TLS: readEnv('LOCAL_TLS'), SANDBOX_SCREENS_PORT: readEnv('SANDBOX_SCREENS_PORT') }
  return sandboxScreens(addresses, bankCode)
}

/** Address of the sandbox bank's start page; null if the banks are configured by BANK_SCREENS. */
export function readSandboxUrl(): string | null {
  return readEnv('BANK_SCREENS') === undefined ? `${readSandboxScreens()}/` : null
}
