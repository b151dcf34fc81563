import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const opening = '(globalThis.TURBOPACK'

/**
 * Puts the function of each module of a build's scripts in parentheses. A browser compiles such a function while the script arrives,
 * in the background; others it only skims then, and compiles when they run, in the way of the page (a third of the longest task).
 */
export function wrapModules(folder = '.next/static'): void {
  for (const path of globSync('**/*.js', { cwd: folder })) {
    const file = join(folder, path)
    const script = readFileSync(file, 'utf8')
    if (script.startsWith(opening)) writeFileSync(file, wrapModulesOf(script))
  }
}

/**
 * The same of one script, `(globalThis.TURBOPACK||(…)).push([script, id, module, id, module, …])`. Throws when a script of the bundler
 * looks otherwise, so that a new version of it is noticed.
 */
export function wrapModulesOf(script: string): string {
  const [statement] = parseAst(script).body
  const call = statement?.type === 'ExpressionStatement' ? statement.expression : null
  const list = call?.type === 'CallExpression' ? call.arguments[0] : null
  if (list?.type !== 'ArrayExpression') throw new Error('a script of the build that registers no modules as expected')
  let wrapped = ''
  let from = 0
  for (const element of list.elements) {
    if (element?.type !== 'ArrowFunctionExpression' && element?.type !== 'FunctionExpression') continue
    wrapped += `${script.slice(from, element.start)}(${script.slice(element.start, element.end)})`
    from = element.end
  }
  return wrapped + script.slice(from)
}
