import { registerAtPlatform } from '#lib/services/registration.ts'

// Our application at the bank, through its own registration interface; a registration that stands is left as it is.
const { clientId, registered } = await registerAtPlatform('sandbox')
console.log(
  registered
    ? `Registered at the bank: client_id ${clientId}`
    : `Registration at the bank stands: client_id ${clientId}`,
)
process.exit(0)
