import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AppsGuide } from '#components/apps/guide.tsx'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'

export const generateMetadata = titleOf('appsGuide.title')

/** How accounts get into Actual, step by step, and by curl. */
export default openPage(async () => <AppsGuide origin={readApiOrigin()} />)
