import { expect, test } from 'vitest'
import { wrapModulesOf } from './eager-modules.ts'

const register = '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push'

test('each module’s function is in parentheses, and nothing else changes', () => {
  const script = `${register}(["object"==typeof document?document.currentScript:void 0,7,(e,t)=>{t.exports="é",e=>{}},8,e=>{e.r(7)},9,8]);`
  expect(wrapModulesOf(script)).toBe(
    `${register}(["object"==typeof document?document.currentScript:void 0,7,((e,t)=>{t.exports="é",e=>{}}),8,(e=>{e.r(7)}),9,8]);`,
  )
})

test('the modules still run', () => {
  const ran: unknown[] = []
  const script = 'modules.push([0,1,e=>{e("one")},2,function(e){e("two")}])'
  const modules: unknown[][] = []
  new Function('modules', wrapModulesOf(script))(modules)
  for (const entry of modules[0] ?? []) if (typeof entry === 'function') entry((said: unknown) => ran.push(said))
  expect(ran).toEqual(['one', 'two'])
})

test.each(['var a = 1', 'push(1)', ''])('%j is none that registers modules', script => {
  expect(() => wrapModulesOf(script)).toThrow('registers no modules')
})
