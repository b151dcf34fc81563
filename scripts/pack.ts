import { parseArgs } from 'node:util'
import { makePackage, type PackageName, packageNames } from './packages.ts'

const usage = `npm run pack -- [${packageNames.join('] [')}] [--out DIR]

Makes the packages one installs, all of them or those named, as tarballs in DIR (.data/packages).`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: '.data/packages' }, help: { type: 'boolean' } },
  })
  const strange = positionals.find(name => !isPackage(name))
  if (strange !== undefined) throw new Error(`"${strange}" is no package: choose from ${packageNames.join(', ')}`)
  if (values.help) console.log(usage)
  else {
    const wanted = packageNames.filter(name => positionals.length === 0 || positionals.includes(name))
    for (const name of wanted) console.log(await makePackage(name, values.out))
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exit(2)
}

function isPackage(name: string): name is PackageName {
  return packageNames.some(known => known === name)
}
