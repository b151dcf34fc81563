import { redirect } from 'next/navigation'
import { requireOperator } from './require-operator.ts'

export default async function OperatorPage() {
  await requireOperator()
  redirect('/operator/banks')
}
