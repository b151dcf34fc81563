import { registerAtPlatform } from '#lib/services/registration.ts'

// Our application at the bank, through its own registration interface; a registration that stands is left as it is.
const { clientId } = await registerAtPlatform('sandbox')
console.log(`Registered at the bank through its registration interface: client_id ${clientId}`)
process.exit(0)
