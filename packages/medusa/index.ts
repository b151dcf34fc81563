import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { GuichetPaymentProvider } from './provider.ts'

export type { GuichetOptions } from './options.ts'
export { GuichetPaymentProvider }

/** What medusa-config names with `resolve: 'medusa-payment-guichet'`. */
export default ModuleProvider(Modules.PAYMENT, { services: [GuichetPaymentProvider] })
