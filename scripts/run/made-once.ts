import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What the first start made, in a file that only its owner can read. It is there as a whole or not at all, whenever a start is killed. */
export function readOrMake(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, make(), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8')
}
