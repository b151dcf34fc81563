import { z } from 'zod'
import { Env, remedies, vaultSources } from '#lib/env.ts'

/** The text of `.env.example`, from the schema of the environment (lib/env.ts). */
export function writeEnvExample(): string {
  const entries = Env.keyof().options.map(name => ({ name, schema: Env.shape[name] }))
  const [source, ...instead] = vaultSources
  const isInstead = (name: keyof Env) => instead.some(other => other === name)
  const isRequired = ({ name, schema }: { name: keyof Env; schema: z.ZodType }) =>
    !schema.safeParse(undefined).success || name === source || isInstead(name)
  const required = entries
    .filter(isRequired)
    .map(({ name, schema }) => [...noteOn(name, schema), `${isInstead(name) ? '# ' : ''}${name}=`, ''])
  const optional = entries
    .filter(one => !isRequired(one))
    .map(({ name, schema }) => [...noteOn(name, schema), `# ${name}=${quote(defaultOf(schema))}`, ''])
  const lines = [
    '# The variables of npm start, npm run worker and npm run migrate. Copy this file to .env, readable by its owner alone.',
    '',
    '# Required.',
    '',
    ...required.flat(),
    '# Optional, with their defaults.',
    '',
    ...optional.flat(),
  ]
  return lines.join('\n')
}

function noteOn(name: keyof Env, schema: z.ZodType): readonly string[] {
  const remedy = remedies[name]
  return [`# ${schema.description ?? ''}`, ...(remedy ? [`# ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`] : [])]
}

function defaultOf(schema: unknown): string {
  if (schema instanceof z.ZodPipe) return defaultOf(schema.in)
  return schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
}

function quote(text: string): string {
  return /[\s<>#]/.test(text) ? `"${text}"` : text
}
