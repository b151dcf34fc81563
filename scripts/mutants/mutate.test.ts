import { expect, test } from 'vitest'
import { applyMutant, describeMutant, mutantsOf } from './mutate.ts'

const changesOf = (source: string) => mutantsOf(source).map(mutant => applyMutant(source, mutant))

test.each([
  ['a === b', ['a !== b']],
  ['a < b', ['a <= b']],
  ['a + b', ['a - b']],
  ["a + 'x'", []],
  ['a && b', ['a || b']],
  ['a ?? b', ['a']],
  ['a ? b : c', ['true ? b : c', 'false ? b : c']],
  ['!a', ['a']],
  ['a.filter(Boolean)', ['a']],
  ['a.every(b)', ['a.some(b)']],
  ['[a, b]', ['[ b]', '[a, ]']],
  ['({ a, b })', ['({  b })', '({ a,  })']],
  ['7', ['8', '6']],
  ['0n', ['1n']],
  ['true', ['false']],
  ["() => 'x'", ["() => ''"]],
  ['a as B<1>', []],
])('%s', (expression, mutants) => {
  expect(changesOf(`const x = ${expression}`)).toEqual(mutants.map(mutant => `const x = ${mutant}`))
})

test('a statement is removed, a condition forced; types and imports stay', () => {
  expect(changesOf("import a from 'b'\ntype A = { x: 1 }\nif (a) b()")).toEqual([
    "import a from 'b'\ntype A = { x: 1 }\nif (true) b()",
    "import a from 'b'\ntype A = { x: 1 }\nif (false) b()",
    "import a from 'b'\ntype A = { x: 1 }\nif (a) ",
  ])
})

test('positions are characters, not bytes', () => {
  expect(changesOf("const e = 'é…😀'\nconst x = a > b")).toEqual(["const e = 'é…😀'\nconst x = a >= b"])
})

test('a mutant is described by its line', () => {
  const source = 'const x = 1\nconst y =\n  a === b\n'
  const mutant = mutantsOf(source).find(({ operator }) => operator === 'operator')
  expect(mutant && describeMutant(source, mutant)).toEqual({ line: 3, before: 'a === b', after: 'a !== b' })
})
