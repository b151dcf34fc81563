import { z } from 'zod'
import { makeTppCertificate } from '#sandbox/pki/issue.ts'
import { organisationIdForm, pspRoles } from '#sandbox/pki/qc-statements.ts'
import { customerRoutes } from './customer.ts'
import { entryRoutes } from './entries.ts'
import { faultRoutes } from './fault-routes.ts'
import { grantRoutes } from './grants.ts'
import { clockRoutes } from './move-clock.ts'
import { outcomeRoutes } from './outcomes.ts'
import { paymentRoutes } from './payments.ts'
import { peopleRoutes } from './people.ts'
import type { DeskRoute } from './route.ts'
import { routesOf } from './route.ts'
import { wireRoutes } from './show-call.ts'
import { switchRoutes } from './switches.ts'

const Order = z.strictObject({
  organisationId: z
    .string()
    .regex(organisationIdForm)
    .describe('Authorisation number of the TPP: PSD, its country, its authority and its number there'),
  name: z.string().min(1).max(64).describe('Name of the TPP'),
  roles: z.array(z.enum(pspRoles)).min(1).max(pspRoles.length),
})
const Keyed = z.strictObject({
  certificate: z.string().describe('PEM'),
  key: z.string().describe('PKCS#8 in PEM. The bank does not store it'),
})

const route = routesOf('certificates')

/** Certificates for tests and demonstrations, as the portal of a bank hands them out. They are good for this bank alone. */
const certificateRoutes: readonly DeskRoute[] = [
  route('POST /certificates', 'issueCertificates', {
    summary: 'A new QWAC and QSealC for a TPP, from the authority of the sandbox',
    body: Order,
    status: 201,
    answer: z.strictObject({ qwac: Keyed, qsealc: Keyed }),
    run: async (sandbox, { body }) => {
      const pki = `${sandbox.settings.dataDir}/pki`
      const [qwac, qsealc] = await Promise.all([
        makeTppCertificate(pki, body, 'qwac'),
        makeTppCertificate(pki, body, 'qsealc'),
      ])
      return { qwac, qsealc }
    },
  }),
]

/** Path prefix of the desk's JSON interface. */
export const apiPath = '/desk/api'

/** All operations of the desk. */
export const deskRoutes: readonly DeskRoute[] = [
  ...clockRoutes,
  ...peopleRoutes,
  ...entryRoutes,
  ...grantRoutes,
  ...paymentRoutes,
  ...faultRoutes,
  ...switchRoutes,
  ...wireRoutes,
  ...outcomeRoutes,
  ...customerRoutes,
  ...certificateRoutes,
]
