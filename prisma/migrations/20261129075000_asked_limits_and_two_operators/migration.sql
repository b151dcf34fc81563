-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "approvedReason" TEXT,
ADD COLUMN     "askedDayMinor" BIGINT,
ADD COLUMN     "askedMonthMinor" BIGINT,
ADD COLUMN     "askedPaymentMinor" BIGINT,
ADD COLUMN     "firstYesAt" TIMESTAMPTZ(3),
ADD COLUMN     "firstYesByUserId" UUID,
ADD COLUMN     "firstYesSeen" TEXT,
ADD COLUMN     "limitsAnswer" TEXT,
ADD COLUMN     "limitsAnsweredAt" TIMESTAMPTZ(3),
ADD COLUMN     "limitsAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "limitsAskedReason" TEXT;
