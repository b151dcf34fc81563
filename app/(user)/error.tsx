'use client'

import { ErrorPage } from '#components/layout/error-page.tsx'

export default ErrorPage
