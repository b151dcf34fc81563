import { afterEach, expect, test, vi } from 'vitest'
import { readSandboxUrl } from './sandbox.ts'

afterEach(() => vi.unstubAllEnvs())

test('the sandbox bank is offered only if the banks are those of the sandbox', () => {
  vi.stubEnv('SANDBOX_SCREENS_PORT', '8123')
  expect(readSandboxUrl()).toBe('http://sandbox.localhost:8123/')
  vi.stubEnv('BANK_SCREENS', 'https://*.bank.example')
  expect(readSandboxUrl()).toBeNull()
})
