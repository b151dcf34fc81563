// Only `prisma generate` is run through the CLI; migrations go through scripts/run/migrate.ts (no native engine).
export default { schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } }
