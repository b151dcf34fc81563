import { certificateRoutes } from './certificates.ts'
import { customerRoutes } from './customer.ts'
import { entryRoutes } from './entries.ts'
import { faultRoutes } from './fault-routes.ts'
import { grantRoutes } from './grants.ts'
import { clockRoutes } from './move-clock.ts'
import { outcomeRoutes } from './outcomes.ts'
import { paymentRoutes } from './payments.ts'
import { peopleRoutes } from './people.ts'
import type { DeskRoute } from './route.ts'
import { wireRoutes } from './show-call.ts'
import { switchRoutes } from './switches.ts'

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
