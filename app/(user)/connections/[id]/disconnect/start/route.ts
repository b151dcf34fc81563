import { answer } from '#app/answer.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'

/** Disconnects a bank for a browser without JavaScript; redirects to the connection's page, which says that it has ended. */
export const POST = answer(
  'connection.disconnect',
  { page: '/connections/[id]', confirmPage: '/connections/[id]/disconnect' },
  async ({ who, part, page, presence }) => {
    await disconnect(who, part('id'), presence())
    return page
  },
)
