import { registerAtPlatform } from '#lib/services/banks/registration.ts'

// What it did is said in a sentence; the calls themselves are in the call log.
process.env.LOG_LEVEL ??= 'warn'

// Our application at the bank, through its own registration interface; a registration that stands is left as it is.
const { clientId } = await registerAtPlatform('sandbox')
console.log(`Registered at the bank through its registration interface: client_id ${clientId}`)
process.exit(0)
