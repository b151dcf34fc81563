import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'

/** What the control desk has the responder answer; `holder` compares the name with the holder's, as without a preset. */
export const presetAnswers = ['holder', 'MTCH', 'CMTC', 'NMTC', 'NOAP'] as const

export const PresetAnswer = z.strictObject({
  answer: z.enum(presetAnswers).describe('holder: by the account’s holder; else always this answer'),
  name: z
    .string()
    .min(1)
    .max(140)
    .nullable()
    .describe('The name returned with CMTC; null: the holder’s, and NOAP where there is none'),
})
export type PresetAnswer = z.output<typeof PresetAnswer>

const setting = 'vopAnswer'
const byHolder: PresetAnswer = { answer: 'holder', name: null }

/** The current preset; it survives a restart. */
export function readPresetAnswer(db: DatabaseSync): PresetAnswer {
  const stored = readSetting(db, setting)
  return stored === null ? byHolder : PresetAnswer.parse(JSON.parse(stored))
}

/** Sets the answer to every verification. */
export function changePresetAnswer(db: DatabaseSync, preset: PresetAnswer): void {
  writeSetting(db, setting, JSON.stringify(preset))
}
