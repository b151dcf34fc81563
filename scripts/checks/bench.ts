import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'

// Each file of bench/ prints JSON lines; they run one after another, so that they do not disturb each other.
const wanted = process.argv.slice(2)
const files = globSync('bench/*.ts')
  .sort()
  .filter(file => !file.endsWith('.test.ts') && (wanted.length === 0 || wanted.includes(basename(file, '.ts'))))
let failed = 0
for (const file of files) {
  const { status } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--disable-warning=ExperimentalWarning', file],
    { stdio: 'inherit' },
  )
  if (status !== 0) failed++
}
process.exit(failed ? 1 : 0)
