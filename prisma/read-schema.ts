import { globSync, readFileSync } from 'node:fs'

/** The files of the schema, one a noun. */
export function readSchema(): readonly { readonly path: string; readonly content: string }[] {
  const paths = globSync('prisma/schema/*.prisma').sort()
  return paths.map(path => ({ path, content: readFileSync(path, 'utf8') }))
}

/** All of it as one text. @internal */
export function schemaText(): string {
  return readSchema()
    .map(({ content }) => content)
    .join('\n')
}
