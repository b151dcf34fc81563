import { typedMultiLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { bankStates, partStates, serviceParts } from '#lib/domain/incidents/public-status.ts'

const Moment = z.iso.datetime()
const text = typedMultiLine(500).trim().min(1)

export const NewAnnouncement = z.strictObject({ textFr: text, textEn: text })
export type NewAnnouncement = z.infer<typeof NewAnnouncement>

export const AnnouncementView = z.object({
  id: z.uuid(),
  text: z.object({ fr: z.string(), en: z.string() }),
  startedAt: Moment,
  endedAt: Moment.nullable(),
})
export type AnnouncementView = z.infer<typeof AnnouncementView>

export const PublicStatus = z.object({
  at: Moment,
  parts: z.record(z.enum(serviceParts), z.enum(partStates)),
  banks: z.array(z.object({ name: z.string(), state: z.enum(bankStates) })),
  /** Then those of last week. */
  announcements: z.array(AnnouncementView),
})
export type PublicStatus = z.infer<typeof PublicStatus>
