import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { equivalents } from './equivalents.ts'
import { applyMutant, describeMutant, mutantsOf, withAllMutants } from './mutate.ts'

const changesOf = (source: string) => mutantsOf(source).map(mutant => applyMutant(source, mutant))

test.each([
  ['a === b', ['a !== b']],
  ['a < b', ['a <= b']],
  ['a + b', ['a - b']],
  ["a + 'x'", []],
  ['a && b', ['a || b']],
  ['a ?? b', ['a']],
  ['a ? b : c', ['true ? b : c', 'false ? b : c']],
  ['(a as B) ?? b', ['(a as B)']],
  ['!a', ['a']],
  ['!(a as B)', ['(a as B)']],
  ['(a as B).slice(c)', ['(a as B)']],
  ['a.filter(Boolean)', ['a']],
  ['a.every(b)', ['a.some(b)']],
  ['a.toString()', []],
  ['[a, b]', ['[ b]', '[a, ]']],
  ['({ a, b })', ['({  b })', '({ a,  })']],
  ['7', ['8', '6']],
  ['0n', ['1n']],
  ['true', ['false']],
  ["() => 'x'", ["() => ''"]],
  ['a && b && c', ['(a || b) && c', 'a && b || c']],
  ['a as B<1>', []],
])('%s', (expression, mutants) => {
  expect(changesOf(`const x = ${expression}`)).toEqual(mutants.map(mutant => `const x = ${mutant}`))
})

test('a statement is removed, a condition forced; types and imports stay', () => {
  expect(changesOf("import a from 'b'\ntype A = { x: 1 }\nif (a) b()")).toEqual([
    "import a from 'b'\ntype A = { x: 1 }\nif (true) b()",
    "import a from 'b'\ntype A = { x: 1 }\nif (false) b()",
    "import a from 'b'\ntype A = { x: 1 }\nif (a) ;",
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

test.each([
  'for (const x of [1, 2]) note(x)\nif (list.length > 1) note(list.slice(1)); else note("none")',
  'const f = (x) => !x && [x, 2].some(y => y === 2) && 7\nnote(f(0))\nnote(f(1))',
  'const { a = 1, b } = { b: list ?? 2 }\nnote(b[0] ? a + 1 : a - 1)',
  'note(none?.filter(Boolean).slice(1).length ?? "none")\nnote(list?.filter(x => x > 3)?.length)',
  'const texts = { a: () => "text", b: () => { return "" } }\nnote(texts.a() + texts.b())',
])('%s: the source with all mutants behaves like each of them', source => {
  const behaviour = (code: string, active: number) => {
    const noted: unknown[] = []
    const list = [3, 4]
    try {
      new Function('note', 'list', 'none', '$mutant', code)(
        (x: unknown) => noted.push(x),
        list,
        undefined,
        (id: number) => id === active,
      )
    } catch (error) {
      noted.push(String(error))
    }
    return noted
  }
  const all = withAllMutants(source, 5)
  expect(behaviour(all, 0)).toEqual(behaviour(source, 0))
  for (const [at, mutant] of mutantsOf(source).entries())
    expect(behaviour(all, 5 + at)).toEqual(behaviour(applyMutant(source, mutant), 0))
})

test('every equivalent mutant is one of its module', () => {
  const told = new Map<string, ReadonlySet<string>>()
  const readMutants = (file: string) => {
    const source = readFileSync(file, 'utf8')
    return new Set(mutantsOf(source).map(mutant => pairOf(describeMutant(source, mutant))))
  }
  const pairOf = ({ before, after }: { readonly before: string; readonly after: string }) => `${before}\n${after}`
  for (const { file } of equivalents) if (!told.has(file)) told.set(file, readMutants(file))
  expect(equivalents.filter(one => !told.get(one.file)?.has(pairOf(one)))).toEqual([])
})
