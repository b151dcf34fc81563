// Runs `prisma generate` when the schema is newer than what was generated. The variable keeps the CLI from looking for a
// native engine, which nothing here uses: queries go through @prisma/adapter-pg, migrations through the wasm engine.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const stamp = 'prisma/generated/schema.sha256'
const hash = createHash('sha256')
  .update(
    readdirSync('prisma/schema')
      .map(file => readFileSync(`prisma/schema/${file}`, 'utf8'))
      .join('\n'),
  )
  .update(JSON.parse(readFileSync('package.json', 'utf8')).devDependencies['prisma-cli'])
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  const run = spawnSync(process.execPath, ['node_modules/prisma-cli/build/index.js', 'generate'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (run.status !== 0) {
    console.error(run.stdout, run.stderr)
    process.exit(1)
  }
  writeFileSync(stamp, hash)
}
