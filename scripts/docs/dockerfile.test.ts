import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readContext } from '#testing/files/dockerfile.ts'

/** Where our documents put secrets, and how they are called there; and what one makes of them. */
const secrets = [
  ...['.env', '.env.local', '.env.production', 'secrets.env', '.data/secrets.env', '.data-2/pki/tpp/qwac.key'],
  ...['qwac.pem', 'qwac.key', 'qseal.pem', 'qseal.key', 'bank-ca.pem', 'qwac.p12', 'seal.pfx', 'server.key'],
  ...['secrets/tpp/qwac.key', 'secrets/bank-ca.pem', 'secrets/database/password', 'secrets/pin'],
  ...['vault.enc', 'vault.cred', 'guichet.dump', '.pg_service.conf', '.pgpass'],
]
const folders = ['', 'examples/production/', 'packages/sandbox/', 'packages/client/', 'deploy/paris/one/']
const decoys = folders.flatMap(folder => secrets.map(secret => `${folder}${secret}`))
const tracked = () => execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)

test('no secret gets into an image, wherever it stands, and everything else does', () => {
  const isInContext = readContext()
  expect(decoys.filter(isInContext)).toEqual([])
  const left = tracked().filter(path => !isInContext(path))
  expect(left.filter(path => !/\/vectors\/[^/]+\.(pem|p12)$/.test(path))).toEqual([])
  expect(isInContext('.env.example')).toBe(true)
})

test('nor into a commit: git offers none, so a release is made of a configured checkout', () => {
  const ignored = (paths: readonly string[]) =>
    spawnSync('git', ['check-ignore', '--no-index', '--stdin'], { input: paths.join('\n'), encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
  expect(ignored(decoys)).toEqual(decoys)
  expect(ignored(tracked())).toEqual([])
})
