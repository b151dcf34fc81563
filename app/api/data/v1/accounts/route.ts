import { answerApp } from '#app/api/data/v1/answer-app.ts'
import { readDataAccounts } from '#lib/services/apps/data.ts'

export const GET = answerApp(({ app, by }) => readDataAccounts(app, by))
