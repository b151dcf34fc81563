import { HomeSkeleton } from '#components/home/home-skeleton.tsx'

export default HomeSkeleton
