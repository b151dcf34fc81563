import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const standIn = 'packages/medusa/framework.ts'

/** Puts what stands for Medusa's framework into a `node_modules`, for the plug-in: the real one is 670 MB (`npm run soak -- medusa`). */
export function putFramework(modules: string): void {
  const folder = join(modules, '@medusajs/framework')
  mkdirSync(folder, { recursive: true })
  const exports = { './*': { types: './framework.ts', default: './framework.js' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@medusajs/framework', type: 'module', exports }))
  copyFileSync(standIn, join(folder, 'framework.ts'))
  writeFileSync(join(folder, 'framework.js'), stripTypeScriptTypes(readFileSync(standIn, 'utf8')))
}
