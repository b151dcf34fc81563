import { redirect } from 'next/navigation'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'

export default operatorPage(() => {
  redirect('/operator/banks')
})
