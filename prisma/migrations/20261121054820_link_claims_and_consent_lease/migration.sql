-- AlterTable
ALTER TABLE "LinkFlow" ADD COLUMN     "claimHash" TEXT;

-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "consentLeaseId" UUID,
ADD COLUMN     "consentLeaseUntil" TIMESTAMPTZ(3);
