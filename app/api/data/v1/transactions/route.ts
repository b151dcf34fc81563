import { answerApp } from '#app/api/data/v1/answer-app.ts'
import { readChanges } from '#lib/services/apps/data.ts'

/** What changed since `cursor`, or everything. */
export const GET = answerApp(({ app, by, query }) => readChanges(app, query.get('cursor'), by))
