import { seed } from '#prisma/seed.ts'

await seed()
process.exit(0)
