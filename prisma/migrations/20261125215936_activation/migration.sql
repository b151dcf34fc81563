-- CreateEnum
CREATE TYPE "DocumentKind" AS ENUM ('registration', 'bank_details', 'identity');

-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "approvedAt" TIMESTAMPTZ(3),
ADD COLUMN     "approvedByUserId" UUID,
ADD COLUMN     "approvedHolder" TEXT,
ADD COLUMN     "approvedIban" TEXT,
ADD COLUMN     "approvedLegalName" TEXT,
ADD COLUMN     "approvedName" TEXT,
ADD COLUMN     "approvedNumber" TEXT,
ADD COLUMN     "declinedAt" TIMESTAMPTZ(3),
ADD COLUMN     "declinedReason" TEXT,
ADD COLUMN     "limitDayMinor" BIGINT,
ADD COLUMN     "limitMonthMinor" BIGINT,
ADD COLUMN     "limitPaymentMinor" BIGINT,
ADD COLUMN     "representativeName" TEXT,
ADD COLUMN     "representativeRole" TEXT,
ADD COLUMN     "reviewAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "suspendedAt" TIMESTAMPTZ(3),
ADD COLUMN     "suspendedReason" TEXT;

-- CreateTable
CREATE TABLE "OrganisationDocument" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "kind" "DocumentKind" NOT NULL,
    "name" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "contentSealed" TEXT NOT NULL,
    "uploadedByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OrganisationDocument_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OrganisationDocument_organisationId_createdAt_idx" ON "OrganisationDocument"("organisationId", "createdAt");

-- CreateIndex
CREATE INDEX "Organisation_reviewAskedAt_idx" ON "Organisation"("reviewAskedAt");

-- CreateIndex
CREATE INDEX "PaymentAttempt_ownerId_createdAt_idx" ON "PaymentAttempt"("ownerId", "createdAt");

-- AddForeignKey
ALTER TABLE "OrganisationDocument" ADD CONSTRAINT "OrganisationDocument_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
