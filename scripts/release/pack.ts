import { parseArgs } from 'node:util'
import { makeCollection } from '#scripts/build/make-bruno.ts'
import { makePackage, packageNames, packagesFolder } from './packages.ts'

const names = [...packageNames, 'bruno'] as const
const folder = packagesFolder()
const usage = `npm run pack -- [${names.join('] [')}] [--out DIR]

Makes the packages one installs as tarballs in DIR (${folder}), and a collection for Bruno as a folder: all of them or those named.`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: folder }, help: { type: 'boolean' } },
  })
  const strange = positionals.find(name => !isKnown(name))
  if (strange !== undefined) throw new Error(`"${strange}" is no package: choose from ${names.join(', ')}`)
  if (values.help) console.log(usage)
  else {
    const wanted = names.filter(name => positionals.length === 0 || positionals.includes(name))
    for (const name of wanted)
      console.log(name === 'bruno' ? makeCollection(values.out) : await makePackage(name, values.out))
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exit(2)
}

function isKnown(name: string): boolean {
  return names.some(known => known === name)
}
