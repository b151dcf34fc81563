import { readEnv } from '#lib/env.ts'
import type { LegalView } from '#lib/views/banking.ts'

export function readLegal(): LegalView {
  return {
    name: readEnv('LEGAL_NAME'),
    authorisation: readEnv('LEGAL_AUTHORISATION'),
    authority: 'Autorité de contrôle prudentiel et de résolution (ACPR)',
    registerUrl: 'https://www.regafi.fr',
    contact: readEnv('LEGAL_CONTACT'),
  }
}
