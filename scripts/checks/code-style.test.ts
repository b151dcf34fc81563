import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSources } from './architecture.ts'

const sources = readSources()
const testFiles = ['app', 'components', 'lib', 'packages', 'server', 'scripts', 'e2e', 'testing']
  .flatMap(dir => globSync(`${dir}/**/*.{test,spec}.{ts,tsx}`))
  .filter(file => file !== 'scripts/checks/code-style.test.ts')
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))

/** Files that match a pattern, with the line. */
function hits(files: { file: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
}

/** Tracked files whose names match, with their text. */
function readTracked(name: RegExp): { file: string; text: string }[] {
  return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(file => name.test(file))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))
}

describe('security by text', () => {
  test('every connection is verified (C14)', () => {
    const ours = sources.filter(
      ({ file }) => !file.startsWith('packages/sandbox/') && file !== 'scripts/checks/code-style.test.ts',
    )
    expect(hits(ours, /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
  })

  test('raw SQL goes through tagged templates only (C32)', () => {
    // lib/db.ts writes the names of columns, which come from the schema.
    const others = sources.filter(({ file }) => file !== 'lib/db.ts')
    expect(hits(others, /\$(query|execute)RawUnsafe|Prisma\.raw\(/)).toEqual([])
  })

  test('a bank’s texts are read in one place: the schemas of its answers contain no strings of their own (C48)', () => {
    const schemas = sources.filter(
      ({ file }) =>
        /^packages\/stet\/wire\//.test(file) && file !== 'packages/stet/wire/text.ts' && !file.includes('.test.'),
    )
    expect(schemas.length).toBeGreaterThan(6)
    const used = schemas.flatMap(({ file, text }) =>
      [...text.matchAll(/\bz\.([\w.]+)/g)].map(([, name]) => `${file} ${name}`),
    )
    const harmless = /^\S+ (object|looseObject|array|union|unknown|infer|ZodType|coerce\.number)$/
    expect(used.filter(use => !harmless.test(use))).toEqual([])
  })

  test('our SQL names its columns: with `*`, statements prepared before a migration fail after it', () => {
    const ours = sources.filter(({ file }) => file.startsWith('lib/'))
    expect(hits(ours, /(SELECT|RETURNING) (\w+\.)?\*(?! FROM jsonb?_)/)).toEqual([])
  })

  test('links are ours: the framework’s own prefetches', () => {
    const others = sources.filter(({ file }) => file !== 'components/ui/link.tsx')
    // Its state is none.
    expect(hits(others, /^(?!import \{ useLinkStatus \}).*'next\/link'/)).toEqual([])
  })

  test('markup is never built from strings', () => {
    expect(hits(sources, /dangerouslySetInnerHTML|\.innerHTML\s*=/)).toEqual([])
  })

  test('fields and pop-ups are ours: the browser’s own ones use its own language', () => {
    const shown = sources.filter(({ file }) => /^(app|components)\/(?!ui\/)/.test(file) && !file.includes('.test.'))
    expect(hits(shown, /<(?:select|details|summary)\b|type="(date|file|number|month|time|datetime-local)"/)).toEqual([])
  })

  test('every form states its method and where it is posted: before its script a browser sends it there', () => {
    const openings = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/<form(?=\s)(?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g)].map(([tag]) => ({ file, tag })),
    )
    const shown = openings.filter(({ file }) => /^(app|components)\//.test(file) && !file.includes('.test.'))
    expect(shown.length).toBeGreaterThan(10)
    const works = (tag: string) => /\smethod="get"/.test(tag) || (/\smethod="post"/.test(tag) && /\saction=/.test(tag))
    // The action of PostForm is wanted by its type.
    expect(shown.filter(({ tag }) => !works(tag)).map(({ file }) => file)).toEqual([
      'components/ui/button.tsx',
      'components/ui/scripted.tsx',
    ])
  })

  test('a button that only a script answers is ours, which waits for it', () => {
    const shown = sources.filter(({ file }) => /^(app|components)\//.test(file) && !file.includes('.test.'))
    const plain = shown.filter(({ text }) => /<button\b(?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*\sonClick=/.test(text))
    // What is drawn once scripts run.
    expect(plain.map(({ file }) => file).sort()).toEqual(['components/ui/calendar.tsx', 'components/ui/date-field.tsx'])
  })

  test('components change something only through useAction, or the kit of forms above it', () => {
    const shown = sources.filter(({ file }) => /^(app|components)\//.test(file))
    expect(hits(shown, /\buseMutation\b/)).toEqual([])
    expect(
      shown.filter(({ text }) => /\buse(Action|Form)[<(]|<(ActionButton|ConfirmedAction)\b/.test(text)).length,
    ).toBeGreaterThan(40)
  })

  test('nothing is stored in the browser’s storage (C1)', () => {
    const browser = sources.filter(({ file }) => file.startsWith('app/') || file.startsWith('components/'))
    expect(hits(browser, /\b(local|session)Storage\b|indexedDB/)).toEqual([])
    expect(readFileSync('public/worker.js', 'utf8')).not.toMatch(/\bcaches\b|indexedDB/)
  })

  test('pages and components load nothing from elsewhere', () => {
    const shown = sources.filter(({ file }) => /^(app|components|packages\/sandbox\/screens)\//.test(file))
    expect(hits(shown, /(src|href)=["'{`]+https?:\/\/(?!.*(localhost|\$\{))/)).toEqual([])
    expect(hits(shown, /next\/font\/google|fonts\.googleapis|cdn\./)).toEqual([])
  })

  test('modules with secrets are for servers only', () => {
    for (const leaf of ['lib/db.ts', 'lib/vault.ts', 'lib/session.ts']) {
      expect(sources.find(({ file }) => file === leaf)?.text, leaf).toMatch(/import 'server-only'/)
    }
  })
})

describe('requests are read in one place (C71)', () => {
  const others = sources.filter(({ file }) => file.startsWith('app/') && file !== 'app/read-request.ts')

  test('no other file reads a body, a form or a query', () => {
    const bodies = /\brequest\s*(\.clone\(\)\s*)?\.(json|text|formData|arrayBuffer|blob|bytes|body)\b/
    expect(others.filter(({ text }) => bodies.test(text)).map(({ file }) => file)).toEqual([])
    expect(hits(others, /new URL\(request\.url\)\.searchParams|\bnextUrl\b|[{,] searchParams [,}].*new URL/)).toEqual(
      [],
    )
  })

  test('parts of the path and queries can be read only by pathOf and queryOf', () => {
    expect(hits(others, /\b(params|searchParams)\??: Promise<(?!unknown>)/)).toEqual([])
    expect(hits(others, /await (params|searchParams|context\.params)\b|\b(params|searchParams)\.then\(/)).toEqual([])
  })

  test('no route makes its own schema of a text, or an object that drops unknown members', () => {
    expect(hits(others, /\bz\s*\.(string|any|unknown|record|custom|email|url|json|object)\(/)).toEqual([])
  })
})

describe('minimum versions (C44)', () => {
  const floors = JSON.parse(readFileSync('scripts/release/version-floors.json', 'utf8')) as Record<string, string>
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const parts = (version: string) => version.split(/[.-]/).map(part => (/^\d+$/.test(part) ? Number(part) : part))
  const atLeast = (version: string, floor: string) => {
    const [one, other] = [parts(version), parts(floor)]
    for (let at = 0; at < Math.max(one.length, other.length); at++) {
      const [left = 0, right = 0] = [one[at], other[at]]
      if (left !== right) return left > right
    }
    return true
  }

  test.each(Object.entries(floors))('%s is at least %s', (name, floor) => {
    const version = lock.packages[`node_modules/${name}`]?.version ?? '0'
    expect(atLeast(version, floor), `${name} ${version} is under ${floor}`).toBe(true)
  })

  test('the comparison can fail', () => {
    expect(atLeast('16.2.5', '16.2.6')).toBe(false)
    expect(atLeast('16.10.0', '16.9.9')).toBe(true)
    expect(atLeast('5.0.0-beta.31', '5.0.0-beta.32')).toBe(false)
  })

  test('package-lock.json names no download address', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "(?!packages\/)/)
  })
})

describe('tests', () => {
  test('none is skipped, focused or expected to fail', () => {
    expect(
      hits(testFiles, /\b(test|it|describe)\.(skip|only|todo|fails|fixme|skipIf|runIf)\b|retries?:\s*[1-9]/),
    ).toEqual([])
  })

  test('none sleeps', () => {
    expect(hits(testFiles, /waitForTimeout|setTimeout\([^,]*(resolve|done|r)\s*,\s*\d{2,}/)).toEqual([])
  })
})

describe('words', () => {
  test('files and folders are named in kebab-case', () => {
    const odd = sources
      .map(({ file }) => file)
      .filter(file => file.split('/').some(part => !/^[[(]?[a-z0-9.-]+[A-Za-z]*[\])]?(\.tsx?)?$/.test(part)))
    expect(odd).toEqual([])
  })

  test('no file has a catch-all name', () => {
    expect(
      sources
        .map(({ file }) => file)
        .filter(file => /\/(utils?|helpers?|types|hooks|common|misc)(\.tsx?|\/)/.test(file)),
    ).toEqual([])
  })

  test('words are those of docs/glossary.md, without metaphors', () => {
    const allowed = [
      /^packages\/sandbox\/people\/scenarios\/|\/schedules\.ts|^lib\/domain\/accounts\/category/, // labels of transactions
      /^docs\/(decisions|interface)\/|^components\/i18n\/messages\//,
      /^scripts\/checks\/code-style\.test\.ts$|^packages\/sandbox\/\w+\/texts-en\.ts$/,
    ]
    const texts = readTracked(/\.(ts|tsx|mjs|md|prisma)$/).filter(({ file }) => !allowed.some(path => path.test(file)))
    expect(texts.length).toBeGreaterThan(1_000)
    expect(hits(texts, /\b(house|yard|cockpit|errand)s?\b|(?<!round[ -])\btrips?\b/)).toEqual([])
    const names = /\b(const|let|function|type|readonly) (place|places|Place|Telling|Standing)\b/
    expect(hits(texts, names)).toEqual([])
  })

  test('objects and lists are written plainly, not packed into spread literals', () => {
    const code = [...sources, ...testFiles]
    expect(hits(code, /\.\.\.\{/)).toEqual([])
  })

  test('the project speaks of itself alone', () => {
    const words = new RegExp(['/work/(ma', 'in|sha', 'red)|/fa', 'rm/|registry.npm', 'js|deb.deb', 'ian'].join(''))
    expect(
      hits(
        readTracked(/\.(ts|tsx|mjs|js|md|json|css|sh|prisma|sql)$/).filter(
          ({ file }) => file !== 'scripts/checks/code-style.test.ts',
        ),
        words,
      ),
    ).toEqual([])
  })
})
